private func pair(_ first: String, _ second: String) -> RawArchive { RawArchive(RawEntry(first), RawEntry(second)) }

/// Two names that some file systems take for one.
private func same(_ name: String, _ first: String, _ second: String, as other: String? = nil) -> HostileArchive {
    HostileArchive(
        name, pair(first, second),
        "\"\(second)\": the name differs from \"\(other ?? first)\" only by case or Unicode form")
}

private func control(_ name: String, _ entry: String, shown: String) -> HostileArchive {
    HostileArchive(name, RawEntry(entry), "\"\(shown)\": the name has a control character")
}

private let longName = (0..<4).map { String(repeating: "\($0)", count: 150) }.joined(separator: "/")
private let dots = "the name has a part \".\" or \"..\""

/// Defects of names.
let hostileNames: [HostileArchive] = [
    HostileArchive("a way out", named: "../evil", dots),
    HostileArchive("a way out further in", named: "a/../../evil", dots),
    HostileArchive("a way out at the end", named: "a/..", dots),
    HostileArchive("a way out as a folder", named: "../", dots),
    HostileArchive("the folder itself", named: "./", dots),
    HostileArchive("a dot", named: "./a", dots),
    HostileArchive("an absolute name", named: "/tmp/evil", "the name is absolute"),
    HostileArchive("only a slash", named: "/", "the name is absolute"),
    HostileArchive("a share", named: "//host/share/evil", "the name is absolute"),
    HostileArchive("an empty part", named: "a//b", "the name has an empty part"),
    HostileArchive("two slashes at the end", named: "a//", "the name has an empty part"),
    HostileArchive("an empty name", named: "", "an entry has no name"),
    HostileArchive("a backslash", named: "..\\evil", "the name has a backslash"),
    HostileArchive("a drive", named: "C:/evil", "the name has a colon"),
    HostileArchive("another stream", named: "a.txt:evil", "the name has a colon"),
    control("a NUL", "a\0.html", shown: "a\u{FFFD}.html"),
    control("a line feed", "a\nb", shown: "a\u{FFFD}b"),
    control("a delete", "a\u{7F}", shown: "a\u{FFFD}"),
    control("a C1 control", "a\u{9B}m", shown: "a\u{FFFD}m"),
    control("a line separator", "a\u{2028}", shown: "a\u{FFFD}"),
    control("a turn of direction", "gpj.\u{202E}sj", shown: "gpj.\u{FFFD}sj"),
    HostileArchive(
        "bytes that are no UTF-8", RawEntry(bytes: [0x61, 0xFF], content: []), "\"a\u{FFFD}\": the name is not UTF-8"),
    HostileArchive(
        "a slash in overlong UTF-8", RawEntry(bytes: [0x2E, 0x2E, 0xC0, 0xAF, 0x61], content: []),
        "\"..\u{FFFD}\u{FFFD}a\": the name is not UTF-8"),
    HostileArchive(
        "a surrogate", RawEntry(bytes: [0xED, 0xA0, 0x80], content: []),
        "\"\u{FFFD}\u{FFFD}\u{FFFD}\": the name is not UTF-8"),
    HostileArchive(
        "a part too long", named: String(repeating: "a", count: 256), "a part of the name has more than 255 bytes"),
    HostileArchive(
        "a part too long by its bytes", named: String(repeating: "ä", count: 128),
        "a part of the name has more than 255 bytes"),
    HostileArchive(
        "a name too long", RawEntry(longName), "\"\(longName.prefix(512))\": the name has more than 512 bytes"),
    HostileArchive(
        "a name too deep", named: Array(repeating: "a", count: 33).joined(separator: "/"),
        "the name has more than 32 parts"),

    HostileArchive("a name twice", pair("a", "a"), "\"a\": the name appears twice"),
    HostileArchive("a folder twice", pair("a/", "a/"), "\"a/\": the name appears twice"),
    HostileArchive("a file below a file", pair("a", "a/b"), "\"a/b\": lies below \"a\", which is a file"),
    HostileArchive("a folder that is a file", pair("a", "a/"), "\"a/\": lies below \"a\", which is a file"),
    HostileArchive(
        "a file that is a folder", pair("a/", "a"), "\"a\": is a file, and other entries need it as a folder"),
    HostileArchive(
        "a file that other files lie in", pair("a/b", "a"), "\"a\": is a file, and other entries need it as a folder"),
    same("another case", "Index.html", "index.html"),
    same("another case of a folder", "Assets/a", "assets/b", as: "Assets"),
    same("another case of a folder that is a file", "Assets", "assets/b"),
    same("another case of a folder deep down", "a/B/c", "a/b/d", as: "a/B"),
    same("another case beyond ASCII", "ÄÖ", "äö"),
    same("two letters for one in upper case", "STRASSE", "straße"),
    same("a ligature", "ﬁ", "fi"),
    same("the Kelvin sign", "k", "\u{212A}"),
    same("a final sigma", "ΟΔΟΣ", "οδος"),
    same("a decomposed letter", "caf\u{E9}", "cafe\u{301}"),
    same("a decomposed letter of another case", "CAF\u{C9}", "cafe\u{301}"),
    same("marks in another order", "a\u{323}\u{302}", "a\u{302}\u{323}"),
    same("an invisible character", "a.js", "a\u{200B}.js"),

    HostileArchive(
        "a name of an unknown code page", RawEntry("ä").with { $0.system = 0 },
        "\"ä\": the name is not ASCII and not marked as UTF-8"),
    HostileArchive(
        "a second name", RawEntry("a").both { $0.extra = .unicodePath("../evil", of: "a") },
        "\"a\": an extra field gives the entry another name"),
    HostileArchive(
        "a second name in the entry's own header", RawEntry("a").with { $0.header.extra = .unicodePath("b", of: "a") },
        "\"a\": an extra field gives the entry another name"),
    HostileArchive(
        "a second name with another checksum", RawEntry("a").both { $0.extra = .unicodePath("a", of: "b") },
        "\"a\": an extra field gives the entry another name"),
    HostileArchive(
        "a second name of an unknown version", RawEntry("a").both { $0.extra = .unicodePath("a", of: "a", version: 2) },
        "\"a\": an extra field gives the entry another name"),
    HostileArchive(
        "a second name after a good one",
        RawEntry("a").both { $0.extra = .unicodePath("a", of: "a") + .unicodePath("b", of: "a") },
        "\"a\": an extra field gives the entry another name"),
]
