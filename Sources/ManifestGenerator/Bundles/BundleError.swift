import BundleArchive
import Diagnostics
import ManifestPolicy
import ManifestVerifier

/// Why a web bundle is not packed, listed, signed or withdrawn.
package enum BundleError: ReportableError, Equatable {
    /// The archive is none that apps take, or cannot be written.
    case archive(String, ArchiveError)
    /// The folder has no page to begin with.
    case noPage(String)
    /// Something that no bundle has, and why.
    case unusable(String, String)
    /// The folder to pack and a folder of ours are inside one another.
    case overlaps(String, with: String)
    /// The page has something that a reviewer should see, and warnings stop.
    case strict(String, Int)
    /// No environment of the policy has web bundles.
    case noList(policy: String)
    /// The environments have several lists.
    case severalLists([EnvironmentName])
    /// The list says that a version is no longer offered.
    case notOffered(SemanticVersion, BundleList.State)
    /// A version is not in the list.
    case notListed(SemanticVersion, list: String)
    /// Another archive of that version is listed.
    case otherArchive(SemanticVersion, listed: ListedDigest, new: SHA256Digest)
    case tooMany
    /// The spelling of a version differs from that of another one only by case.
    case sameButForCase(SemanticVersion, SemanticVersion)
    /// The former tree has no index of bundles that a key of the environment signed.
    case noFormerBundles(String)
    /// No place has the listed archive, and there is no signature over it yet.
    case noArchive(String, SemanticVersion, places: String)
    /// Nothing can be signed without a key, bundles least of all.
    case unsigned(EnvironmentName)

    package var report: ErrorReport {
        switch self {
        case .archive(let place, let error):
            ErrorReport(.refused, "\(place): \(error.message)", hint: error.hint)
        case .noPage(let place):
            ErrorReport(
                .missingInput, "\(place): has no index.html",
                hint: "name the folder that your web build writes, the one with index.html in it")
        case .unusable(let place, let reason):
            ErrorReport(
                .refused, "\(place): \(reason)",
                hint: "a bundle holds what apps are to load and nothing else; remove it")
        case .overlaps(let place, let other):
            ErrorReport(
                .refused, "\(place) and \(other) are inside one another",
                hint: "pack the folder that your web build writes, not the one of the project")
        case .strict(let place, let count):
            ErrorReport(
                .refused, "\(place): there are \(count) warnings, and --strict refuses them",
                hint: "change the page, or leave out --strict after a review")
        case .noList(let policy):
            ErrorReport(
                .refused, "\(policy): the environment has no web bundles",
                hint: "add to its documents: \"web-bundles\": { \"path\": \"builds/\", \"list\": \"bundles.json\" }")
        case .severalLists(let environments):
            ErrorReport(
                .usage, "the environments have different lists of web bundles",
                hint: "name one: " + environments.map { "--environment \($0)" }.joined(separator: ", or "))
        case .notOffered(let version, .withdrawn):
            ErrorReport(
                .refused, "v\(version) is withdrawn, and stays so: clients never go back to it",
                hint: "give the bundle a higher version")
        case .notOffered(let version, _):
            ErrorReport(
                .refused, "v\(version) is retired",
                hint: "to offer it again, take \"state\" out of its entry in the list")
        case .notListed(let version, let list):
            ErrorReport(
                .missingInput, "\(list): v\(version) is not listed",
                hint: "signet bundle list shows what is; a version that only an app ships can be withdrawn")
        case .otherArchive(let version, let listed, let new):
            ErrorReport(
                .refused, "v\(version) is listed with other bytes: SHA-256 \(listed), now \(new)",
                hint: "clients that have it would not load it again; give the bundle a higher version")
        case .tooMany:
            ErrorReport(.refused, "there are \(Limits.webBundles) versions already")
        case .sameButForCase(let version, let other):
            ErrorReport(
                .refused, "v\(version) differs from v\(other) only by case",
                hint: "some file systems take the two for one; give the bundle another version")
        case .noFormerBundles(let place):
            ErrorReport(
                .refused, "\(place): has no \(DocumentPath.webBundleIndex) that a key of the environment signed",
                hint: "check the address and the key ring")
        case .noArchive(let list, let version, let places):
            ErrorReport(
                .missingInput,
                "\(list): v\(version) has to be signed, and its archive, with the listed SHA-256, is in none of: "
                    + (places.isEmpty ? "\(ArchivePlaces.folderName)/" : places),
                hint:
                    "put \(DocumentPath.webBundleName(version)) into \(ArchivePlaces.folderName)/ beside the policy, or name "
                    + "a folder or https address that has it with --archives")
        case .unsigned(let environment):
            ErrorReport(
                .refused, "environment \"\(environment)\" has web bundles, which an unsigned tree cannot have",
                hint: "their documents hold signatures; build without --unsigned")
        }
    }
}
