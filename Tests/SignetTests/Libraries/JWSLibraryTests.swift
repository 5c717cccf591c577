import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// What other people wrote accepts every `.jws` of a tree, and of what can be made of one nothing but what the key signed.
@Suite struct JWSLibraryTests {
    @Test(.peers(.python3, .pyJWT)) func `PyJWT accepts what Signet signs and nothing else`() throws {
        try hold(.pyJWT)
    }

    @Test(.peers(.python3, .pyJWT, .jwcrypto)) func `jwcrypto accepts what Signet signs and nothing else`() throws {
        try hold(.jwcrypto)
    }

    @Test(.peers(.python3, .pyJWT, .joserfc)) func `joserfc accepts what Signet signs and nothing else`() throws {
        try hold(.joserfc)
    }

    @Test(.peers(.node, .nodeJose)) func `panva's jose accepts what Signet signs and nothing else`() throws {
        try hold(.panvaJose)
    }

    @Test(.peers(.latchsetJose)) func `latchset's jose accepts what Signet signs and nothing else`() throws {
        try hold(.latchsetJose)
    }

    @Test(.peers(.rubyJWT)) func `ruby-jwt accepts what Signet signs and nothing else`() throws {
        try hold(.rubyJWT)
    }

    @Test(.peers(.go, .goJose)) func `go-jose accepts what Signet signs and nothing else`() throws {
        try hold(.goJose)
    }

    @Test(.peers(.java)) func `Java without libraries accepts what Signet signs and nothing else`() throws {
        try hold(.java)
    }

    @Test(.peers(.node)) func `WebCrypto without libraries accepts what Signet signs and nothing else`() throws {
        try hold(.webCrypto)
    }

    @Test(.peers(.openssl)) func `openssl accepts what Signet signs and nothing else`() throws {
        try hold(.openssl)
    }

    @Test(.peers(.python3, .pyJWT))
    func `verify_jws.py writes the body of a file, and refuses a file that is for another path`() throws {
        let tree = try SignedWebTree()
        let (sample, folder) = (try tree.sample, try TemporaryFolder())
        let article = try Article("ManifestVerifier/VerifyWithoutSignet")
        for name in ["open_pyjwt.py", "verify_jws.py"] {
            try folder.write(name, article.code(name, language: "python"))
        }
        try folder.write("keys.jwks", tree.keySet)
        try folder.write("file.jws", sample.text)
        func verify(_ path: String) throws -> CommandResult {
            try run("python3", ["-B", "verify_jws.py", "keys.jwks", "production", path, "file.jws"], in: folder.root)
        }
        let genuine = try verify(sample.header.path.rawValue)
        #expect(genuine.status == 0 && Array(genuine.output.utf8) == sample.body)
        let other = try verify("distribution/availability-android")
        #expect(other.status == 1 && other.output.isEmpty && other.errors.hasPrefix("refused: it was signed for"))
    }

    @Test func `Signet accepts nothing of what libraries are shown but what its key signed for this use`() throws {
        let tree = try SignedWebTree()
        let sample = try tree.sample
        let verifier = SignatureVerifier(
            keys: try #require(TrustedKeys(tree.keys)), environment: sample.header.environment, profile: nil)
        for tampering in try tree.tamperings() {
            let document = try? JWS(tampering.file)
            let signature = document.flatMap { try? verifier.verify($0, path: sample.header.path) }
            // Dates are for `Verifier`, which has tests of them.
            #expect((signature != nil) == (tampering.kind == .genuine || tampering.isAboutDate), "\(tampering.name)")
        }
    }

    /// Shows a library all files of a tree, and one of them with everything wrong that can be.
    private func hold(_ library: JWSLibrary) throws {
        let tree = try SignedWebTree()
        let sample = try tree.sample
        let tamperings = try tree.tamperings()
        #expect(tamperings.filter { $0.kind == .forged }.count >= 20)
        let files = tree.files.sorted { $0.key < $1.key }
        let verdicts = try library.verdicts(
            on: files.map { ($0.value, $0.key) } + tamperings.map { ($0.file, sample.header.path) },
            keySet: tree.keySet, keys: tree.keys, newest: sample.header)
        for (verdict, (path, _)) in zip(verdicts, files) {
            let body = try #require(tree.bodies[path])
            for verdict in [verdict.library, verdict.reader].compactMap(\.self) where library.reads(body) {
                #expect(verdict.accepted == SHA256.hash(body).hexadecimal, "\(path): \(verdict.text)")
            }
        }
        var tolerated: Set<String> = []
        for (verdict, tampering) in zip(verdicts.dropFirst(files.count), tamperings) {
            let message = Comment(rawValue: "\(tampering.name): \(verdict)")
            let body = SHA256.hash(tampering.kind == .ofAnotherUse ? tampering.body : sample.body).hexadecimal
            switch tampering.kind {
            case .genuine:
                #expect(verdict.all.allSatisfy { $0.accepted == body }, message)
            case .forged:
                #expect(verdict.all.allSatisfy { $0.accepted == nil }, message)
            case .ofAnotherUse:
                // The signature is good, so that only what the reader expects can refuse it.
                #expect(verdict.library.map { $0.accepted == body } ?? true, message)
                let isForThePerson = library == .openssl && tampering.isAboutDate
                #expect(verdict.reader.map { ($0.accepted == nil) != isForThePerson } ?? true, message)
            case .tolerable:
                #expect(verdict.all.allSatisfy { $0.accepted == nil || $0.accepted == body }, message)
                if verdict.all.contains(where: { $0.accepted != nil }) { tolerated.insert(tampering.name) }
            }
        }
        // A later version may be stricter, as joserfc is from 1.8 on; what another one tolerates is its own business.
        #expect(!Peer.areRequired || tolerated.isSubset(of: library.lenience), "\(tolerated.sorted())")
    }
}
