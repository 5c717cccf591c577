import ManifestVerifier
import Synchronization

/// What `--json` prints when a command has ended, well or not: `{ "ok": …, "findings": […], "result": … }`.
final class Envelope: Sendable {
    private struct Content {
        var remarks: [Remark] = []
        var result: JSONValue?
        var givesWay = false
    }

    private let content = Mutex(Content())

    /// Adds what is said beside the result.
    func add(_ remark: Remark) { content.withLock { $0.remarks.append(remark) } }

    /// Notes the result, of which there is one.
    func put(_ result: JSONValue) { content.withLock { $0.result = result } }

    /// Notes that a file is the product: standard output has nothing else.
    func giveWay() { content.withLock { $0.givesWay = true } }

    /// The whole for programs; nil when it gave way to a file.
    func json(isOK: Bool) -> JSONValue? {
        content.withLock { content in
            guard !content.givesWay else { return nil }
            return .object([
                JSONMember("ok", .bool(isOK)),
                JSONMember("findings", .array(content.remarks.map(Records.finding.json))),
                JSONMember("result", content.result ?? .null),
            ])
        }
    }
}
