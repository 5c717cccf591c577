import Diagnostics
import LocalFiles
import ManifestVerifier

/// Edits the text of a policy member by member, and keeps every other byte.
package struct PolicyEdit {
    /// One change that was made, to be described once all of them are.
    private struct Made {
        let request: RequestedChange
        let place: MemberPath
        /// How many names around the member were there before.
        let known: Int
        let former: JSONValue?
        let base: String?
    }

    let file: String
    private let original: [UInt8]
    var text: JSONTextEdit
    private var made: [Made] = []
    /// What was done to rules, in the text after all changes.
    var rules: [(JSONTextEdit) -> PolicyChange] = []

    package init(_ bytes: [UInt8], file: String) throws {
        self.file = file
        original = bytes
        text = try JSONTextEdit(bytes, file: file)
    }

    /// The text after all changes, and what they did; fails when it is not a policy.
    package func finished() throws -> (bytes: [UInt8], changes: [PolicyChange]) {
        let findings = Self.findings(in: text, file)
        for finding in findings {
            guard let position = finding.position,
                let cause = made.first(where: { places(of: $0).contains(position) })
            else { continue }
            throw ErrorReport(.refused, "\(cause.request.path): \(finding.message)", hint: finding.hint)
        }
        if let finding = findings.first {
            _ = try Policy(parsing: original, file: file)
            throw ErrorReport(
                .refused, "after that the policy would be wrong: \(finding.place): \(finding.message)",
                hint: finding.hint)
        }
        let changes = made.map { change in
            PolicyChange(
                path: change.request.path, position: text.value(at: change.place.steps)?.position,
                former: change.former, new: change.place.effective(in: text.root),
                inherited: change.base.map { (change.request.path, $0) })
        }
        return (text.bytes, changes + rules.map { $0(text) })
    }

    /// - Parameter entry: as it is on one line.
    mutating func allow(_ entry: String, in environment: String) throws {
        let place: [JSONTextEdit.Step] = ["environments", .member(environment)]
        switch text.value(at: place + ["allow"])?.content {
        case .array(let entries)?:
            guard !entries.map(\.oneLine).contains(entry) else { return }
            try text.edit(place + ["allow"]) { $0.insertFirst(entry, into: $1) }
        case nil where text.value(at: place) != nil, .null?:
            try text.edit(place) { $0.set("allow", to: "[ \(entry) ]", in: $1) }
        default:
            throw ErrorReport(
                .refused, "\(file): has no environment \"\(environment)\" with a list \"allow\"", hint: nil)
        }
    }

    package mutating func make(_ request: RequestedChange) throws {
        var place = try MemberPath(request.path, in: text.root, file: file)
        let json = request.value.flatMap { try? JSONParser.parse(Array($0.utf8)) }
        switch json?.content {
        case .object, .null: break
        default: if request.value != nil, place.isVersion { place.names.append("value") }
        }
        let known = try place.known(in: text.root, path: request.path)
        let former = place.effective(in: text.root)
        let isOwn = text.value(at: place.steps) != nil
        made.append(
            Made(
                request: request, place: place, known: known, former: former,
                base: isOwn || former == nil ? nil : place.base(in: text.root)))
        do {
            if let value = request.value {
                let candidates = try Self.spellings(value, json, request.path).map { spelling in
                    var candidate = text
                    try place.set(spelling, known: known, in: &candidate)
                    return candidate
                }
                text = candidates.first { isAccepted(at: place, in: $0) } ?? candidates[0]
            } else if isOwn {
                try text.edit(place.steps.dropLast()) { $0.remove(place.names[place.names.count - 1], from: $1) }
            } else if former != nil {
                try place.set("null", known: known, in: &text)
            } else {
                throw ErrorReport(.missingInput, "\(request.path): there is no such member to remove")
            }
        } catch let error as JSONError {
            throw ErrorReport(.refused, "\(request.path): \(error.message)")
        }
    }

    /// What a value may mean: JSON where JSON of that kind belongs, else a string; what the place accepts decides.
    private static func spellings(_ value: String, _ json: JSONValue?, _ path: String) throws -> [String] {
        let string = JSONValue.string(value).oneLine
        switch json?.content {
        case .string, .object, .array, .null: return [value]
        case .number, .bool: return [value, string]
        case nil:
            guard let first = value.first, first == "{" || first == "[", !value.hasPrefix("{platform}") else {
                return [string]
            }
            do throws(JSONError) {
                _ = try JSONParser.parse(Array(value.utf8))
            } catch {
                throw ErrorReport(.usage, "\(path): the value is not JSON: \(error.position): \(error.message)")
            }
            return [value]
        }
    }

    /// Whether nothing is wrong with the value at a place by itself.
    private func isAccepted(at place: MemberPath, in candidate: JSONTextEdit) -> Bool {
        let places = candidate.value(at: place.steps)?.places ?? []
        return !Self.findings(in: candidate, file).contains { $0.position.map(places.contains) ?? false }
    }

    private static func findings(in text: JSONTextEdit, _ file: String) -> [Finding] {
        do {
            _ = try Policy(parsing: text.bytes, file: file)
            return []
        } catch {
            return (error as? PolicyRefusal)?.findings ?? []
        }
    }

    /// The places of a change: of the first name that was new, or of the value that was replaced.
    private func places(of change: Made) -> Set<TextPosition> {
        let names = change.place.names
        let steps = Array(change.place.steps.dropLast(names.count - change.known))
        guard case .object(let members)? = text.value(at: steps)?.content,
            let member = members.first(where: { $0.name.hasSameBytes(as: names[change.known]) })
        else { return [] }
        return member.value.places.union([member.position].compactMap(\.self))
    }

    /// Acknowledges one change in the policy of an environment. An entry that ends where the change begins was not published
    /// yet, and goes on to where that ends.
    package static func allow(
        _ subject: Allowance.Subject, in environment: EnvironmentName, policy path: String
    ) async throws {
        _ = try await run(policy: path) { edit in
            // What begins nowhere follows on no entry.
            if subject.change.from != nil, try !edit.goOn(to: [subject.change], in: environment).isEmpty { return }
            try edit.acknowledge([subject], in: environment)
        }
    }

    /// Makes an edit of a policy's file, or none of it.
    package static func run(
        policy path: String, _ change: (inout PolicyEdit) throws -> Void
    ) async throws -> [PolicyChange] {
        let (parent, name) = path.parentAndName
        let folder: Folder
        let bytes: [UInt8]
        do throws(FileError) {
            folder = try Folder(path: parent)
            try await folder.lock(patience: 60)
            bytes = try folder.read(name, limit: Limits.policyBytes)
        } catch {
            throw ErrorReport.unreadablePolicy(error)
        }
        var edit = try PolicyEdit(bytes, file: path)
        try change(&edit)
        let (edited, changes) = try edit.finished()
        guard edited.count <= Limits.policyBytes else {
            throw ErrorReport(.refused, "\(path): would have more than \(Limits.policyBytes) bytes")
        }
        if edited != bytes { try folder.replace(name, edited) }
        return changes
    }
}

extension JSONValue {
    /// Where this value and everything in it is.
    fileprivate var places: Set<TextPosition> {
        var places: Set<TextPosition> = []
        var pending = [self]
        while let value = pending.popLast() {
            if let position = value.position { places.insert(position) }
            switch value.content {
            case .array(let elements): pending += elements
            case .object(let members):
                for member in members {
                    if let position = member.position { places.insert(position) }
                    pending.append(member.value)
                }
            case .null, .bool, .number, .string: break
            }
        }
        return places
    }
}
