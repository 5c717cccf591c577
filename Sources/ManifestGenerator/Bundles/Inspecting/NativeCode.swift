/// Programs that run outside a web view, told by their first bytes.
enum NativeCode {
    /// What a file is that begins like this; nil when it is no program.
    static func format(of start: [UInt8]) -> String? {
        if let known = formats.first(where: { start.starts(with: $0.start) }) { return known.name }
        return isPortableExecutable(start) ? "a program for Windows (PE)" : nil
    }

    private static let formats: [(start: [UInt8], name: String)] =
        [
            ([0x7F, 0x45, 0x4C, 0x46], "a program for Linux or Android (ELF)"),
            // Fat Mach-O files begin like classes of Java.
            ([0xCA, 0xFE, 0xBA, 0xBE], "a program for Apple's systems (Mach-O), or a class of Java"),
            (Array("dex\n".utf8), "a program for Android (DEX)"),
            (Array("dey\n".utf8), "a program for Android (DEX)"),
            (Array("cdex".utf8), "a program for Android (DEX)"),
        ]
        + [
            [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
            [0xBE, 0xBA, 0xFE, 0xCA], [0xCA, 0xFE, 0xBA, 0xBF], [0xBF, 0xBA, 0xFE, 0xCA],
        ].map { ($0, "a program for Apple's systems (Mach-O)") }

    /// Two letters alone would be found in texts: the header that they announce must be there, too.
    private static func isPortableExecutable(_ start: [UInt8]) -> Bool {
        guard start.starts(with: Array("MZ".utf8)), start.count >= 0x40 else { return false }
        let place = start[0x3C..<0x40].reversed().reduce(0) { $0 << 8 | Int($1) }
        return place < start.count && start[place...].starts(with: Array("PE\0\0".utf8))
    }
}
