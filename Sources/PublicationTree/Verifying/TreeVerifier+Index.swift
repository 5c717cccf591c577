import Diagnostics
import LocalFiles
import ManifestVerifier

extension TreeVerifier {
    /// Checks the index of a tree.
    ///
    /// - Returns: nil when no trusted key signed it, so that none of it counts.
    func index(
        of tree: TreeFolder, environment: EnvironmentName, into report: inout VerificationReport
    ) throws(FileError) -> VerifiedIndex? {
        let path = DocumentPath.publication
        guard let file = try tree.read(path.file, limit: VerifiedIndex.byteLimit) else {
            if tree.files.contains(path.rawValue) {
                report.refuse(
                    path.rawValue, "is not signed",
                    hint: "sign the tree with: signet sign --publication \(tree.folder.path)")
            } else {
                report.refuse(path.file, "is missing", hint: "build the tree with: signet build")
            }
            return nil
        }
        do throws(VerifiedIndex.Failure) {
            let index = try VerifiedIndex(file, keys: keys, environment: environment)
            checkPin(of: index.key, path.file, into: &report)
            checkKeys(of: index.publication, into: &report)
            if report.refusals.isEmpty { report.documents.append(index.report) }
            return index
        } catch {
            report.refuse(path.file, error.message, hint: error.hint)
            return nil
        }
    }

    /// Checks that no id stands for another key than on the ring. States may have changed since the tree was built.
    private func checkKeys(of publication: Publication, into report: inout VerificationReport) {
        for listed in publication.keys {
            guard let key = keys.key(for: listed.id) else { continue }
            if key.publicKey.fingerprint.hexadecimal != listed.sha256 {
                report.refuse(
                    DocumentPath.publication.file, "has another key as \"\(listed.id)\" than the key ring")
            }
        }
    }
}
