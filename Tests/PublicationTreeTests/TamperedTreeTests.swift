import Testing
import TestSupport

private let a = "distribution/a.txt"
private let b = "distribution/b.txt"
private let ios = "distribution/availability-ios"
private let notListed = "is not the body that publication.jws lists"
private let badSignature = "the signature is not one of key \"PRODUCTION\" over these bytes"
private let disagrees = "does not agree with the headers in publication.jws"
private let notPart = "is not part of the publication"
private let neither = "is neither a file nor a folder"
private let notASCII = "has a name that is not ASCII"
private let noDate = "header x-amz-meta-signature-date is missing"

private let bodies: [Tampering] = [
    Tampering("a body changed by one byte", "\(ios): \(notListed)", "\(ios): \(badSignature)") {
        try $0.edit(ios) { $0.replacing("15.0", with: "16.0") }
    },
    Tampering("a body with one byte more", "\(a): \(notListed)", "\(a): \(badSignature)") {
        try $0.edit(a) { $0 + "\n" }
    },
    Tampering("an empty body", "\(a): \(notListed)", "\(a): \(badSignature)") { try $0.edit(a) { _ in "" } },
    Tampering(
        "two bodies swapped", "\(a): \(notListed)", "\(a): \(badSignature)", "\(b): \(notListed)",
        "\(b): \(badSignature)"
    ) { try $0.shell("mv \(a) x; mv \(b) \(a); mv x \(b)") },
    Tampering(
        "two documents swapped with their sidecars", "\(a): \(notListed)", "\(a).headers: \(disagrees)",
        "\(b): \(notListed)", "\(b).headers: \(disagrees)"
    ) { try $0.shell("for s in '' .sig .headers; do mv \(a)$s x; mv \(b)$s \(a)$s; mv x \(b)$s; done") },
    Tampering("a missing body", "\(a): is missing") { try $0.remove(a) },
    Tampering("a missing document", "\(a): is missing") { try $0.shell("rm \(a) \(a).sig \(a).headers") },
    Tampering("a link in the place of a body", "\(a): \(neither)", "\(a): is missing") {
        try $0.shell("mv \(a) ../../a; ln -s ../../../a \(a)")
    },
    Tampering("a FIFO in the place of a body", "\(a): \(neither)", "\(a): is missing") {
        try $0.shell("rm \(a); mkfifo \(a)")
    },
    Tampering("a folder in the place of a body", "\(a)/\(a): \(notPart)", "\(a): is missing") {
        try $0.shell("rm \(a); mkdir -p \(a)/distribution; echo > \(a)/\(a)")
    },
    Tampering("a link in the place of a folder", "distribution/more: \(neither)", "distribution/more/c.txt: is missing")
    { try $0.shell("mv distribution/more ../../more; ln -s ../../../more distribution/more") },
    Tampering("a link that nothing lists", "link: \(neither)") { try $0.shell("ln -s /etc/passwd link") },
    Tampering("a file that nothing lists", "extra: \(notPart)") { try $0.shell("echo > extra") },
    Tampering("a hidden file", "distribution/.hidden: \(notPart)") { try $0.shell("echo > distribution/.hidden") },
    Tampering("a folder with a file that nothing lists", "extra/file: \(notPart)") {
        try $0.shell("mkdir extra; echo > extra/file")
    },
    Tampering("a sidecar of a sidecar", "\(a).sig.sig: \(notPart)") { try $0.shell("cp \(a).sig \(a).sig.sig") },
    Tampering("files with names that are not UTF-8", "\\xFE: \(notASCII)", "\\xFF: \(notASCII)") {
        try $0.shell(#"echo > "$(printf '\377')"; echo > "$(printf '\376')""#)
    },
    Tampering("a folder with a name that is not UTF-8", "a\\xFFb: \(notASCII)") {
        try $0.shell(#"mkdir "$(printf 'a\377b')""#)
    },
    Tampering(
        "names that are one string to Swift", "distribution/\\u{E9}: \(notASCII)",
        "distribution/e\\u{301}: \(notASCII)"
    ) { try $0.shell(#"cd distribution; echo > "$(printf '\303\251')"; echo > "$(printf 'e\314\201')""#) },
    Tampering("a folder of another script", "distribution/\\u{43C}\\u{43E}re: \(notASCII)") {
        try $0.shell(#"cp -r distribution/more "distribution/$(printf '\320\274\320\276')re""#)
    },
]

private let sidecars: [Tampering] = [
    Tampering("a header line removed", "\(a).headers: \(disagrees)") { try $0.shell("sed -i 2d \(a).headers") },
    Tampering(
        "the signature header removed", "\(a).headers: \(disagrees)", "\(a): header x-amz-meta-signature is missing"
    ) { try $0.shell("sed -i 3d \(a).headers") },
    Tampering("the date header removed", "\(a).headers: \(disagrees)", "\(a): \(noDate)") {
        try $0.shell("sed -i 4d \(a).headers")
    },
    Tampering("a header line doubled", "\(a).headers: line 5 repeats the header \"x-amz-meta-signature-date\"") {
        try $0.shell("sed -i '4{p}' \(a).headers")
    },
    Tampering("header lines reordered", "\(a).headers: \(disagrees)") {
        try $0.shell("tac \(a).headers > x; mv x \(a).headers")
    },
    Tampering("a header line added", "\(a).headers: \(disagrees)") {
        try $0.edit("\(a).headers") { $0 + "x-more: 1\n" }
    },
    Tampering("another content type", "\(a).headers: \(disagrees)") {
        try $0.edit("\(a).headers") { $0.replacing("text/plain", with: "text/html") }
    },
    Tampering("a date of another day", "\(a).headers: \(disagrees)", "\(a): \(badSignature)") {
        try $0.shell("sed -i '4s/: .*/: Mon, 03 Aug 2020 22:59:35 UTC/' \(a).headers")
    },
    Tampering(
        "a date in another form", "\(a).headers: \(disagrees)",
        "\(a): header x-amz-meta-signature-date is not a date like \"Mon, 03 Aug 2020 22:59:35 UTC\""
    ) {
        try $0.shell("sed -i '4s/UTC/GMT/' \(a).headers")
    },
    Tampering("the signature of another document", "\(b).headers: \(disagrees)", "\(b): \(badSignature)") {
        try $0.shell("cp \(a).headers \(b).headers")
    },
    Tampering("an unknown key id", "\(a).headers: \(disagrees)", "\(a): key id \"other\" is not on the key ring") {
        try $0.shell(#"sed -i '3s/keyId="[^"]*"/keyId="other"/' \#(a).headers"#)
    },
    Tampering("no headers", "\(a).headers: is missing") { try $0.remove("\(a).headers") },
    Tampering("empty headers", "\(a).headers: the last line has no line feed") {
        try $0.edit("\(a).headers") { _ in "" }
    },
    Tampering("no signature", "\(a).sig: is missing") { try $0.remove("\(a).sig") },
    Tampering("a signature without its line feed", "\(a).sig: is not one line of canonical base64") {
        try $0.edit("\(a).sig") { String($0.dropLast()) }
    },
    Tampering("a signature that is not base64", "\(a).sig: is not one line of canonical base64") {
        try $0.edit("\(a).sig") { _ in "garbage!\n" }
    },
    Tampering("a signature of another body", "\(a).sig: is not a signature of this key over the body") {
        try $0.shell("cp \(b).sig \(a).sig")
    },
    Tampering("a document whose header became its body signature", "\(a).headers: \(disagrees)", "\(a): \(noDate)") {
        try $0.downgrade(a)
    },
]

extension SignedTrees {
    /// Puts the signature over the body alone into the header and takes the date away.
    func downgrade(_ path: String) throws {
        let signature = try folder.text("output/production/\(path).sig").dropLast()
        try edit("\(path).headers") { text in
            let lines = text.split(separator: "\n").dropLast().map { line in
                guard let start = line.firstRange(of: "signature=\"") else { return String(line) }
                return line[..<start.upperBound] + signature + "\""
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }
}

@Test(arguments: bodies + sidecars)
func `a tree that was tampered with is refused with every reason`(tampering: Tampering) async throws {
    let trees = try SignedTrees()
    try tampering.tamper(trees)
    #expect(try await trees.refusals(tampering.tree) == tampering.refusals)
}

@Test func `a signature sidecar of base64 that does not hold a signature is refused`() async throws {
    let trees = try SignedTrees()
    try trees.edit("\(a).sig") { _ in "AAAA\n" }
    let refusals = try await trees.refusals()
    #expect(refusals.count == 1)
    #expect(refusals.first?.hasPrefix("\(a).sig: does not hold a signature: ") == true)
}
