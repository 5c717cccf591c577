import Diagnostics
import LocalFiles
import ManifestVerifier

extension TreeVerifier {
    /// Checks the index of a tree: its signatures first, and then what it says of itself.
    ///
    /// - Returns: nil when nothing proves it, so that none of it counts.
    func index(
        of tree: TreeFolder, environment: EnvironmentName, into report: inout VerificationReport
    ) throws(FileError) -> Examination.Index? {
        let refusals = report.refusals.count
        let path = DocumentPath.publication
        guard let files = try tree.read(path, bodyLimit: Limits.publicationBytes) else {
            report.refuse(path.rawValue, "is missing", hint: "build the tree with: signet build")
            return nil
        }
        guard files.headers != nil || files.signature != nil else {
            report.refuse(
                path.rawValue, "is not signed",
                hint: "sign the tree with: signet sign --publication \(tree.folder.path)")
            return nil
        }
        guard let fields = headers(files.headers, path: path, into: &report) else { return nil }
        func subject(_ envelopes: Envelopes) -> SignedSubject {
            SignedSubject(
                path: path, format: nil, body: files.body, fields: fields, sidecar: files.signature,
                environment: environment, profile: nil, hasHeaders: envelopes.hasHeaders,
                envelopes: Dictionary(uniqueKeysWithValues: envelopes.sidecars.map { ($0, nil) }))
        }
        // The index names its envelopes and its profile, but is not verified yet: what is there says which signature to
        // check first, and the index must agree with all of it.
        let isByHeaders =
            fields.contains(where: \.carriesSignature) || !tree.files.contains(EnvelopeSidecar.jws.path(of: path))
        let found = Envelopes(hasHeaders: isByHeaders, sidecars: isByHeaders ? [] : [.jws])
        guard try isProven(subject(found), of: tree, into: &report) else { return nil }

        let publication: Publication
        do throws(DocumentError) {
            publication = try Publication(body: files.body)
        } catch {
            report.refuse(error.place.map { "\(path):\($0)" } ?? path.rawValue, error.reason)
            return nil
        }
        guard let verified = try check(subject(publication.envelopes), of: tree, publisher: nil, into: &report) else {
            return nil
        }
        let document = verified.document
        let contradictions = publication.contradictions(
            environment: environment, signer: document.key.id, profile: document.profile)
        for contradiction in contradictions { report.refuse(path.rawValue, contradiction.message) }
        if report.refusals.count == refusals { report.documents.append(document) }
        return Examination.Index(
            publication: publication, headers: fields, sidecar: files.signature ?? [], verified: document,
            envelopes: verified.envelopes)
    }
}
