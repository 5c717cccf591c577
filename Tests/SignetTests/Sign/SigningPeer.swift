import TestSupport

/// A program of somebody else that makes a P-256 key and signs with it.
///
/// Each signs the files `body` and `dated` of its folder, and writes `body.der` and `dated.der` with the signatures in
/// DER, `key.pem` with the public key, and `other.pem` with one that signed nothing.
enum SigningPeer: String, CaseIterable {
    case openssl, python, java, webCrypto, nodeCrypto

    /// Runs the program in a folder that holds what it shall sign.
    func sign(in folder: TemporaryFolder) throws {
        let (interpreter, program) = command
        try check(interpreter, [peerProgram("signing/\(program)")], in: folder.root)
    }

    private var command: (interpreter: String, program: String) {
        switch self {
        case .openssl: ("sh", "sign.sh")
        case .python: ("python3", "sign.py")
        case .java: ("java", "Sign.java")
        case .webCrypto: ("node", "sign-web.mjs")
        case .nodeCrypto: ("node", "sign-node.mjs")
        }
    }
}
