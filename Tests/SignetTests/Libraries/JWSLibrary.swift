import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// Somebody else's library, or none but what comes with the language, that reads a `.jws` by the code of the article.
enum JWSLibrary: String {
    case pyJWT, jwcrypto, joserfc, panvaJose, latchsetJose, rubyJWT, goJose, java, webCrypto, openssl

    /// Whether it can read such a body at all: what JWT.decode of ruby-jwt returns is JSON.
    func reads(_ body: [UInt8]) -> Bool { self != .rubyJWT || (try? JSONParser.parse(body)) != nil }

    /// The tamperings of kind `tolerable` that it may accept. Base64url is read leniently by many, after which the bytes are those
    /// that were signed.
    var lenience: Set<String> {
        let padding = "padding after the signature"
        let bits: Set = ["other bits after the signature"]
        let lines: Set = ["a line feed at the end", "a line feed in the signature"]
        let alphabet = "the standard alphabet"
        let json: Set = ["flattened JSON", "general JSON"]
        return switch self {
        case .pyJWT, .joserfc: [padding]
        // Flattened JSON is refused by a reader, who compares the first part.
        case .jwcrypto: bits.union([padding, alphabet, "flattened JSON"])
        case .panvaJose: bits.union(lines).union([padding, alphabet])
        // `crit` is unknown to it.
        case .rubyJWT: bits.union(lines).union([padding, alphabet, "signed with an unknown critical member"])
        case .goJose: bits.union(lines).union(json).union(["a space at the start"])
        // It does not look at a fourth part, and `crit` is unknown to it.
        case .latchsetJose:
            json.union(["a space at the start", "a fourth part", "signed with an unknown critical member"])
        case .openssl: bits
        case .java, .webCrypto: []
        }
    }

    /// What it made of one file.
    struct Verdict: Equatable {
        /// The SHA-256 of the body in hexadecimal; nil when the file was refused.
        let accepted: String?
        /// The reason.
        let text: String

        init(_ text: Substring) throws {
            self.text = String(text)
            accepted = text.hasPrefix("ok ") ? String(text.dropFirst(3)) : nil
            try #require(accepted?.count == 64 || text.hasPrefix("refused "), "\(text)")
        }
    }

    /// What it made of one file: the library alone, and with a look at the header. One of them may be missing.
    struct Verdicts {
        let library: Verdict?
        let reader: Verdict?

        var all: [Verdict] { [library, reader].compactMap(\.self) }
    }

    /// Shows it files, all in one process where the library is not a program itself.
    ///
    /// - Parameters:
    ///   - files: each with the path that a reader expects.
    ///   - keys: the keys of the set, for what knows no key sets.
    ///   - newest: whose environment is expected, and whose date is both the newest seen and the time on the clock.
    func verdicts(
        on files: [(file: [UInt8], path: DocumentPath)], keySet: [UInt8], keys: [TrustedKey],
        newest: JWS.Header
    ) throws -> [Verdicts] {
        let folder = try TemporaryFolder()
        for (index, shown) in files.enumerated() { try folder.write("files/\(name(index))", shown.file) }
        try folder.write("files/paths.txt", files.map { "\($0.path)\n" }.joined())
        try folder.write("files/keys.jwks", keySet)
        try folder.write(
            "files/keys.txt", keys.map { "\($0.id) \(Base64.encode($0.publicKey.derRepresentation))\n" }.joined())
        try folder.write("files/key.pem", try #require(keys.first).publicKey.pemRepresentation)
        let date = String(newest.date.secondsSince1970)
        let output = try run(in: folder, words: ["files", newest.environment.rawValue, date, date])
        let lines = output.split(separator: "\n").map { $0.split(separator: "\t") }
        try #require(lines.count == files.count, "\(output)")
        return try lines.enumerated().map { index, columns in
            try #require(columns.count == 3 && columns[0] == name(index), "\(columns)")
            func verdict(_ column: Substring) throws -> Verdict? { column == "-" ? nil : try Verdict(column) }
            return Verdicts(library: try verdict(columns[1]), reader: try verdict(columns[2]))
        }
    }

    private func name(_ index: Int) -> String { String(format: "%03d.jws", index) }

    private func run(in folder: TemporaryFolder, words: [String]) throws -> String {
        let article = try Article("ManifestVerifier/VerifyWithoutSignet")
        func take(_ name: String, _ language: String) throws {
            try folder.write(name, article.code(name, language: language))
        }
        switch self {
        case .pyJWT, .jwcrypto, .joserfc:
            for name in ["open_pyjwt.py", "open_jwcrypto.py", "open_joserfc.py", "verify_jws.py"] {
                try take(name, "python")
            }
            let program = Self.server("jws-libraries.py")
            return try check("python3", ["-B", program, "open_\(rawValue.lowercased())"] + words, in: folder.root)
        case .panvaJose, .webCrypto:
            try take("verify-jws.mjs", "js")
            try take("open-jose.mjs", "js")
            try Self.linkNodeJose(in: folder)
            let library = self == .panvaJose ? "jose" : "webcrypto"
            return try check("node", [Self.server("jws-libraries.mjs"), library] + words, in: folder.root)
        case .rubyJWT:
            try take("open_jws.rb", "ruby")
            return try check("ruby", [Self.server("jws-libraries.rb"), "files"], in: folder.root)
        case .goJose:
            try take("open_jws.go", "go")
            try check("cp", [Self.server("jws-libraries.go"), "main.go"], in: folder.root)
            // Debian's libraries; nothing is fetched.
            let variables = [
                "GO111MODULE": "off", "GOPATH": Peer.goLibraries, "GOCACHE": folder.path("cache"), "GOFLAGS": "",
                "GOPROXY": "off",
            ]
            try check("go", ["build", "-o", "main", "open_jws.go", "main.go"], in: folder.root, environment: variables)
            return try check(folder.path("main"), ["files"], in: folder.root)
        case .java:
            try take("JWS.java", "java")
            // Java 8 is what Android API 26 has of the language and, but for a few classes, of the library.
            try check(
                "javac",
                [
                    "-J\(AndroidClient.quickly)", "--release", "8", "-Xlint:all,-options", "-Werror", "-d", "classes",
                    "JWS.java",
                ]
                    + [Self.server("JWSFiles.java")],
                in: folder.root)
            return try check(
                "java", [AndroidClient.quickly, "-cp", "classes", "JWSFiles"] + words, in: folder.root)
        case .latchsetJose:
            try take("verify-jose.sh", "sh")
            return try check(
                "sh", [Self.server("jws-libraries.sh"), "library", "verify-jose.sh", "files/keys.jwks"], in: folder.root
            )
        case .openssl:
            try take("verify-jws.sh", "sh")
            return try check(
                "sh", [Self.server("jws-libraries.sh"), "reader", "verify-jws.sh", "files/key.pem", words[1]],
                in: folder.root)
        }
    }

    /// Puts panva's jose where Node looks for it.
    static func linkNodeJose(in folder: TemporaryFolder) throws {
        guard Peer.nodeJose.isInstalled else { return }
        try check("mkdir", ["node_modules"], in: folder.root)
        try check("ln", ["-s", Peer.nodeJoseFolder, "node_modules/jose"], in: folder.root)
    }

    /// The path of a program beside these tests.
    static func server(_ name: String) -> String {
        repositoryRoot.appendingPathComponent("Tests/Servers/\(name)").path
    }
}
