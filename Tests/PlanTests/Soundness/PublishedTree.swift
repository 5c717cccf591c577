import Classic
import Diagnostics
import ManifestVerifier
import Plan
import PublicationTree
import WebBundles

/// One side of a pair: documents with what an index says of them, and how they are delivered.
struct PublishedTree {
    struct Document {
        var path: String
        var format: DocumentFormat
        var body: JSONValue
        var cache = "max-age=300"
        /// The parameters that apps read in remote configuration.
        var names: RemoteConfigNames?
        var urlPrefix = "builds/"

        var bytes: [UInt8] { JSONWriter.bytes(of: body) }
    }

    var documents: [Document]
    var origin = "https://a.example"
    var profile = SignatureProfile.dated
    var resignAfter: Int64 = 86_400
    var indexCache = "max-age=300"
    var envelopes = Envelopes(hasHeaders: true, hasJWS: false)
    var key = "first"
    /// The states of the ring's keys, oldest first.
    var ring = [KeyState.active, .next]

    /// What an index says of it, but for signatures.
    var publication: Publication {
        get throws {
            Publication(
                environment: try known(EnvironmentName("production")), profile: profile, origin: origin,
                resignAfter: resignAfter, cacheControl: try known(CacheControl(indexCache)), envelopes: envelopes,
                keys: try ring.enumerated().map { number, state in
                    Publication.Key(
                        id: try known(KeyID("key-\(number)")), sha256: SHA256.hash([UInt8(number)]).hexadecimal,
                        state: state)
                }, documents: try documents.map { try $0.listed })
        }
    }

    var compared: ComparedTree {
        get throws {
            ComparedTree(
                unverified: try publication,
                bodies: Dictionary(documents.map { ($0.path, $0.bytes) }) { first, _ in first },
                key: key)
        }
    }

    func document(at path: String) -> Document? { documents.first { $0.path == path } }

    /// Whether everything that is compared is the same, byte for byte; the bodies by their digests.
    func isSame(as other: PublishedTree) throws -> Bool {
        try publication == other.publication && key.hasSameBytes(as: other.key)
    }
}

extension PublishedTree.Document {
    fileprivate var listed: Publication.Document {
        get throws {
            let (bytes, path) = (bytes, try DocumentPath(path))
            return Publication.Document(
                path: path, format: format, byteCount: bytes.count, sha256: SHA256.hash(bytes).hexadecimal,
                headers: [
                    HeaderField(unchecked: HeaderField.contentType, value: "application/json"),
                    HeaderField(unchecked: HeaderField.cacheControl, value: cache),
                ], knowledge: knowledge)
        }
    }

    private var knowledge: ReaderKnowledge? {
        switch format {
        case .remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate: names.map { .parameters($0) }
        case .environmentConfig: .environments(["mainnet"])
        case .webBundleIndex: .urlPrefix(urlPrefix)
        default: nil
        }
    }

    /// The document as the oracle is told of it.
    var forOracle: JSONValue {
        var members = [JSONMember("body", .string(String(decoding: bytes, as: UTF8.self)))]
        if let names {
            members.append(JSONMember("parameters", .array([.string(names.force), .string(names.optional)])))
        }
        return .object(members)
    }
}

/// What a test knows to be there.
struct Missing: Error {}

func known<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
}
