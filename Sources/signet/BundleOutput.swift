import ManifestCrypto
import ManifestFormat
import ManifestGenerator

/// How the web bundles of an environment are shown.
enum BundleOutput {
    /// Shows what is offered and withdrawn.
    ///
    /// - Parameter isList: whether that is what was asked for, and not only what came of something.
    static func show(_ report: BundleReport, isList: Bool, asJSON: Bool, _ terminal: Terminal) {
        if asJSON {
            terminal.result(json(report))
            return
        }
        let say = isList ? terminal.result : terminal.summary
        for bundle in report.offered {
            let bounds = bundle.maximumShell.map { "shell \(bundle.minimumShell) to \($0)" }
            say(
                "offered    v\(bundle.version)  \(bounds ?? "shell \(bundle.minimumShell) and above")  "
                    + "\(bundle.byteCount) bytes  sha256 \(bundle.digest)")
        }
        for version in report.withdrawn { say("withdrawn  v\(version)") }
        terminal.summary(
            "\(report.path): web bundles: \(report.offered.count) offered, \(report.withdrawn.count) withdrawn")
        if !isList, report.offered.isEmpty {
            terminal.note("no bundle is offered: apps go back to the one that they ship")
        }
    }

    private static func json(_ report: BundleReport) -> JSONValue {
        .object([
            JSONMember("environment", .string(report.environment.rawValue)),
            JSONMember("path", .string(report.path)),
            JSONMember("offered", .array(report.offered.map(json))),
            JSONMember("withdrawn", .array(report.withdrawn.map { .string($0.spelling) })),
        ])
    }

    private static func json(_ bundle: BundleReport.Bundle) -> JSONValue {
        var members = [
            JSONMember("version", .string(bundle.version.spelling)),
            JSONMember("url", .string(bundle.url)),
            JSONMember("bytes", .integer(bundle.byteCount)),
            JSONMember("sha256", .string(bundle.digest.hexadecimal)),
            JSONMember("minShellVersion", .string(bundle.minimumShell.spelling)),
        ]
        if let maximum = bundle.maximumShell {
            members.append(JSONMember("maxShellVersion", .string(maximum.spelling)))
        }
        return .object(members)
    }
}
