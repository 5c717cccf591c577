// Measures Signet against something independent of it that does the same work in the same minute. From the top of the
// repository:
//
//     swift run -c release --package-path Tests/Benchmarks benchmarks
//
// It builds what it needs and prints a line for each of these, the median of the ratios of many pairs with the least and
// the most of them:
//
//     file       `signet verify` of one file against `openssl dgst -verify`
//     build      a build of 10,000 documents of 1 kB against a C program that does what the build must: sign, verify what it
//                signed, and write the same files
//     bare       the same build against that program when it verifies nothing
//     unchanged  a build that finds nothing to do against one that starts with no tree
//     tree       `signet verify` of that tree against a C program that reads, hashes and verifies the same files
//     scale      a build of 100,000 documents against one of 10,000
//     process    `Verifier.verify` in process, with parsing, against hash and verification by libcrypto
//     jws        the same of a `.jws` against the same body with headers, and the bytes of both as they are and compressed
//     size       the size of a program that verifies one document
//     decide     one decision of a gate document of 100 rules, and the memory after a million of them
//     fleet      `signet keys readiness` with a population of 10 million lines against a loop of Python's csv that only sums
//                the devices, with the required columns
//     columns    the same with all columns and one more, the number of devices among them
//     publish    all of these, which need weed (SeaweedFS), aws, rclone, s5cmd and moto:
//     first      `signet publish` of 500 documents to a new bucket against `aws s3 sync` of the same tree
//     again      the same when nothing has changed
//     rclone     `signet publish` of 10,000 documents against `rclone copy` of the same tree with 64 transfers
//     s5cmd      the same against `s5cmd cp`
//     rclone-far, s5cmd-far: the same with a server that is 30 ms away
//     memory     the most memory of signet and its programs together, publishing 100,000 documents
//     archive    `signet publish` of a web bundle of 500 MB against `aws s3 cp` of the same tree
//     kms        a build of 1,000 documents that KMS (moto) signs against a loop of boto3 with 16 threads
//
// `--only NAME` measures one of them, `--quick` takes little time and says little, and `--signet PATH` measures another
// build of the tool, such as that of an earlier revision. A line ends with the medians and peaks of the two. The trees are
// in the temporary folder (TMPDIR); in one that is in memory, the disk's moods do not count. Quote the output before and
// after a change to these paths, from a machine that does nothing else.
import Foundation

@main struct Benchmarks {
    static let names =
        [
            "file", "build", "bare", "unchanged", "tree", "scale", "process", "jws", "size", "decide", "fleet",
            "columns",
            "publish",
        ]
        + publishing

    let options: Options
    let scratch: URL
    let signet: String

    static func main() {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "signet-benchmarks-\(getpid())")
        var status: CInt = 0
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            let signet = try options.signet ?? built("signet", package: ".", scratch: ".build")
            try Benchmarks(options: options, scratch: scratch, signet: signet).run()
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            status = 1
        }
        try? FileManager.default.removeItem(at: scratch)
        exit(status)
    }

    private func run() throws {
        if ["file", "process", "jws"].contains(where: isWanted) { try measureOneDocument() }
        if ["build", "bare", "unchanged", "tree", "scale"].contains(where: isWanted) { try measureTrees() }
        if isWanted("size") { try measureSize() }
        if ["fleet", "columns"].contains(where: isWanted) { try measurePopulations() }
        if isWanted("decide") { try measureDeciding() }
        try measurePublishing()
    }

    func isWanted(_ name: String) -> Bool { options.only.isEmpty || options.only.contains(name) }

    /// So many, or a tenth when the time is short.
    func some(_ count: Int) -> Int { options.isQuick ? max(1, count / 10) : count }

    /// Builds a product of a package as it is released, and says where it is.
    static func built(
        _ product: String, package: String = "Tests/Benchmarks", scratch: String = "Tests/Benchmarks/.build/static"
    ) throws -> String {
        let package = ["--package-path", package, "--scratch-path", scratch, "--product", product]
        try Program("swift", ["build", "-c", "release", "--static-swift-stdlib"] + package).run(output: "/dev/stderr")
        return "\(scratch)/release/\(product)"
    }
}
