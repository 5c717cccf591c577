import ManifestVerifier

/// Every size that the input of the tool may have; larger input is refused before it is processed.
extension Limits {
    package static let policyBytes = 1 << 20
    package static let bundleListBytes = 16 << 20
    /// Bytes of a page, script or style sheet of a web bundle that is looked at.
    package static let inspectedBytes = 32 << 20
    /// Sources of scripts that a list of web bundles allows.
    package static let allowedSources = 100
    /// Bytes of a package-lock.json, and of a patch of patch-package.
    package static let packageLockBytes = 32 << 20
    /// Plugins that a shell offers, and bytes of a line about one.
    package static let surfacePlugins = 1_000
    package static let surfaceLineBytes = 1_024
    /// Days of grace that a rule of a policy may give.
    package static let graceDays: Int64 = 90
    /// Changes that one command makes to a policy.
    package static let policyChanges = 100
    package static let environments = 64
    /// Errors, and warnings, that one plan of a policy reports.
    package static let findings = 500
    /// Names among which the one that was meant is looked for.
    package static let nearNames = 2_000
    /// Bytes of a file of which a terminal shows the line that a finding is about.
    package static let excerptBytes = 4 << 20
    /// Unicode scalars that a terminal shows of such a line.
    package static let excerptScalars = 90
    /// Bytes of a plan in Markdown; GitHub takes 65,536 characters a comment.
    package static let planMarkdownBytes = 60_000
    package static let catalogBytes = 32 << 20
    /// Bytes of a text of a catalog or policy in one language.
    package static let textBytes = 16 << 10
    /// Languages of such a text; CLDR knows about 800 locales.
    package static let textLanguages = 1_000
    package static let keyFileBytes = 64 << 10
    /// Bytes of a private key's passphrase (the buffer in which libcrypto asks for one).
    package static let passphraseBytes = 1_024
    /// Bytes of a signer reference in a key ring.
    package static let signerBytes = 2_048
    package static let pinBytes = 256
    /// Bytes of all headers of a response.
    package static let responseHeaderBytes = 512 << 10
    /// Bytes of the answer of a service of AWS: a page of a bucket's list is the largest.
    package static let serviceAnswerBytes = 8 << 20
    /// Bytes of a header value that a policy sets.
    package static let headerValueBytes = 256
    /// Bytes of a publication's index.
    package static let publicationBytes = 128 << 20
    /// Bytes of one static file in a tree.
    package static let staticFileBytes = 64 << 20
    /// Bytes of all bodies of one tree, so that each fits into one PUT of S3, which takes 5 GiB.
    package static let treeBytes = 1 << 30
    /// Bytes of all bodies that one build holds in memory, of all its environments.
    package static let buildBytes = 2 * treeBytes
    package static let treeDocuments = 100_000
    /// Files of one tree: every document with four sidecars, and the index, and the key set.
    package static let treeFiles = 5 * (treeDocuments + 1) + 1
    /// Folders of one tree; each is held open while the tree is read or written.
    package static let treeFolders = 400
    /// Documents whose responses a live check has on disk at once.
    package static let liveAnswers = 500
    /// Seconds that a live check can be made to wait for a host to settle.
    package static let settlingSeconds = 3_600
    /// Rules of a `_headers` file that Cloudflare Pages takes; it drops the rest.
    package static let cloudflareRules = 100
    /// Bytes of a line of a `_headers` file: Cloudflare Pages drops longer ones. It is also what nginx, which reads its
    /// configuration in pieces of 4,096, takes of a value in which every character is escaped.
    package static let headerRuleBytes = 2_000
    /// Bytes of standard output that an external program may print.
    package static let programOutputBytes = 4 << 20
    /// Bytes of what curl may report of one run, the fields of all answers included.
    package static let curlReportBytes = 64 << 20
    /// Bytes of a program's standard error that are kept.
    package static let programErrorBytes = 16 << 10
    /// Bytes of an answer with credentials.
    package static let credentialAnswerBytes = 64 << 10
    /// Bytes of an access key's id, and of its secret.
    package static let accessKeyBytes = 1_024
    /// Bytes of the token of a session at AWS.
    package static let sessionTokenBytes = 16 << 10
    /// Bytes of the token with which a CI job proves to AWS what it is (AssumeRoleWithWebIdentity).
    package static let webIdentityTokenBytes = 20_000
    /// Characters of the name of an AWS region.
    package static let regionBytes = 32
    /// Bytes of a document that a page for reviewers has in it; of a larger one it has the hash.
    package static let reviewedBodyBytes = 1 << 20
    /// Bytes of all documents that such a page has in it.
    package static let reviewedBodiesBytes = 16 << 20
    /// Static files that such a page lists of one environment.
    package static let reviewedFiles = 10_000
    /// Screens of one platform that such a page draws although nothing about them changes.
    package static let reviewedUnchangedRules = 20
    /// Devices of a population, in one line and in all of them.
    package static let populationDevices = 1_000_000_000_000
    /// Bytes of a population that a policy names; a longer one is named on the command line.
    package static let policyPopulationBytes = 64 << 20
    /// Bytes of a population that are read at once.
    package static let populationBlockBytes = 256 << 10
    /// Bytes of one line of a population, the line breaks in its fields included.
    package static let populationLineBytes = 64 << 10
    /// Bytes of one field of a population as it is spelled.
    package static let populationFieldBytes = 1_024
    /// Kinds of devices of a population that are kept in memory; a kind beyond them can come again.
    package static let populationKinds = 128 << 10
    /// Bytes that the fields of all these kinds take.
    package static let populationKeyBytes = 16 << 20
    /// Unicode scalars of a wrong field that an error quotes.
    package static let quotedFieldScalars = 40
    /// Boxes of devices that are told the same, when two documents are compared.
    package static let comparedBoxes = 25_000
    /// Such boxes of one document alone, so that a change of it can be compared.
    package static let policyBoxes = 3_000
    /// Exemptions that delay a rule's period of grace, when devices are counted; a chain of several counts as one.
    package static let countedExemptions = 100
    /// Devices that are tried for one line of a population that leaves out what rules compare.
    package static let alternativeDevices = 1_000
    /// The size of a file that tells a gateway which versions to refuse.
    package static let gatewayBytes = 1 << 20
    /// Steps of one such comparison, each a few nanoseconds.
    package static let comparisonSteps = 2_000_000_000
    /// Times and places in roll-outs for which the devices of a population are counted.
    package static let impactStates = 10_000
}
