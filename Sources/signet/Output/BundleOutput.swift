import ManifestPolicy
import ManifestVerifier

/// How the list of web bundles is shown.
enum BundleOutput {
    /// Shows every version with its state.
    ///
    /// - Parameter wasEdited: whether the list was changed, so that the next step is a review.
    static func show(_ list: BundleList, file: String, wasEdited: Bool, asJSON: Bool, _ terminal: Terminal) {
        if asJSON {
            terminal.result(
                .object([
                    JSONMember("list", .string(file)), JSONMember("bundles", .array(list.entries.map(json))),
                ]))
            return
        }
        let say = wasEdited ? terminal.summary : terminal.result
        for entry in list.entries {
            let state = entry.state.rawValue.padding(to: 9)
            guard let archive = entry.archive else {
                say("\(state)  v\(entry.version)")
                continue
            }
            let bounds = archive.maximumShell.map { "shell \(archive.minimumShell) to \($0)" }
            say(
                "\(state)  v\(entry.version)  \(bounds ?? "shell \(archive.minimumShell) and above")  "
                    + "\(archive.byteCount) bytes  sha256 \(archive.digest)")
        }
        let counts = BundleList.State.allCases.map { state in
            "\(list.entries.count { $0.state == state }) \(state.rawValue)"
        }
        terminal.summary(
            "\(file): web bundles: \(counts.joined(separator: ", "))"
                + (wasEdited ? "; when it is reviewed: signet build" : ""))
        if wasEdited, !list.entries.contains(where: { $0.state == .offered }) {
            terminal.note("no bundle is offered: apps go back to the one that they ship")
        }
    }

    private static func json(_ entry: BundleList.Entry) -> JSONValue {
        var members = [
            JSONMember("version", .string(entry.version.spelling)), JSONMember("state", .string(entry.state.rawValue)),
        ]
        if let archive = entry.archive {
            members += [
                JSONMember("bytes", .integer(archive.byteCount)),
                JSONMember("sha256", .string(archive.digest.hexadecimal)),
                JSONMember("minShellVersion", .string(archive.minimumShell.spelling)),
            ]
            if let maximum = archive.maximumShell {
                members.append(JSONMember("maxShellVersion", .string(maximum.spelling)))
            }
        }
        return .object(members)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
