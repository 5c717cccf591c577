import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs files that need no policy: sidecars beside each, large bodies read in a stream.
///
/// A file that could be taken for a document is signed only as what the caller says it is, and only if it is nothing else.
package struct FileSigning: Sendable {
    private let key: EnvironmentSigner
    private let format: DocumentFormat
    /// The date to sign; nil with profile `body`.
    private let date: SignedDate?

    /// - Parameters:
    ///   - key: what signs.
    ///   - format: what the files are.
    ///   - date: the date to sign, for profile `dated`.
    ///   - now: what the clock says.
    package init(
        _ key: EnvironmentSigner, as format: DocumentFormat, profile: SignatureProfile, date: SignedDate,
        now: SignedDate
    ) throws {
        try key.environment.check(date: date, now: now)
        self.key = key
        self.format = format
        self.date = profile == .dated ? date : nil
    }

    /// What a file may be said to be: a document that apps decide by, which nothing else of a tree refers to.
    package static let formats: [DocumentFormat] = [
        .availabilityIOS, .availabilityAndroid, .appConfig, .updateRequiredIOS, .updateRequiredAndroid,
        .environmentConfig, .remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate, .file,
    ]

    /// A file and the sidecars that were written beside it.
    package struct Signed: Sendable {
        package let path: String
        package let digest: SHA256Digest
        package let signatures: DocumentSignatures
        fileprivate let folder: Folder
        fileprivate let name: String
    }

    /// A file that was read and checked.
    private struct Unsigned: Sendable {
        let folder: Folder
        let name: String
        let body: UnsignedBody
    }

    /// Signs all files before the first sidecar is written.
    package func sign(_ paths: [String]) async throws -> [Signed] {
        let unsigned = try await paths.concurrentMap { path in try prepare(path) }
        let signatures = try await key.sign(unsigned.map(\.body))
        let signed = zip(unsigned, signatures).map { file, signatures in
            Signed(
                path: file.body.place, digest: file.body.digests.body, signatures: signatures, folder: file.folder,
                name: file.name)
        }
        for file in signed {
            let fields =
                [HeaderField(unchecked: HeaderField.contentType, value: MediaType.of(fileName: file.name))]
                + file.signatures.fields
            try file.folder.replace(file.name + DocumentPath.signatureSuffix, file.signatures.sidecarBytes)
            try file.folder.replace(file.name + DocumentPath.headersSuffix, fields.sidecarBytes)
        }
        return signed
    }

    private func prepare(_ path: String) throws -> Unsigned {
        let (parent, name) = path.parentAndName
        guard !name.hasSuffix(DocumentPath.signatureSuffix), !name.hasSuffix(DocumentPath.headersSuffix) else {
            throw ErrorReport(.refused, "\(path): is a sidecar, and sidecars are not signed")
        }
        let folder = try Folder(path: parent)
        let body = try Self.body(name, in: folder)
        let digests = try body.digests(date: date)
        try check(body, path: path)
        do throws(OtherMeaning) {
            let unsigned = try UnsignedBody(body, as: format, digests, .headers(date: date), at: path)
            return Unsigned(folder: folder, name: name, body: unsigned)
        } catch {
            throw ErrorReport(.refused, "\(path): \(error.message)", hint: hint(error))
        }
    }

    /// Only what is in memory can be searched for another meaning.
    private static func body(_ name: String, in folder: Folder) throws -> DocumentBody {
        let file = try folder.file(name)
        guard file.size > Limits.staticFileBytes else { return .bytes(try file.bytes(limit: Limits.staticFileBytes)) }
        return .file(BodyFile(folder: folder, name: name, byteCount: file.size))
    }

    private func hint(_ meaning: OtherMeaning) -> String {
        guard case .document(let kind, _) = meaning else { return meaning.hint }
        return Self.formats.contains { $0.rawValue.hasPrefix(kind.rawValue) }
            ? "if that is what it is, say so with --format" : "signet build makes and signs those itself"
    }

    /// Checks that a file is what the caller says it is.
    private func check(_ body: DocumentBody, path: String) throws {
        guard format != .file else { return }
        do throws(DocumentError) {
            guard case .bytes(let bytes) = body, bytes.count <= Limits.manifestBytes else {
                throw DocumentError(reason: "larger than apps accept")
            }
            _ = try DocumentContent(format, body: bytes)
        } catch {
            throw ErrorReport(
                .refused,
                "\(path)\(error.place.map { ":\($0)" } ?? ""): is not a document of format \(format.rawValue): "
                    + error.reason)
        }
    }
}
