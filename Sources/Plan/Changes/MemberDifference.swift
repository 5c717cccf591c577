import ManifestVerifier
import PublicationTree

/// One value that two bodies have differently, beside what their format says to devices.
struct MemberDifference {
    /// Where it is: `/environments/main/api/host` (RFC 6901).
    let pointer: String
    /// nil for nothing.
    let from: String?
    let to: String?

    /// Everything that differs in bodies of one format, but for what their readings compare: hosts and addresses first, then
    /// what is short.
    ///
    /// - Parameter names: the parameters that apps read in remote configuration.
    static func all(
        _ old: [UInt8], _ new: [UInt8], _ format: DocumentFormat, _ names: RemoteConfigNames
    ) -> [MemberDifference] {
        guard let old = try? JSONParser.parse(old), let new = try? JSONParser.parse(new) else { return [] }
        var found: [MemberDifference] = []
        compare(old, new, [], { format.isRead($0, names) }, &found)
        func rank(_ difference: MemberDifference) -> (Int, Int) {
            (difference.isAddress ? 0 : 1, max(difference.from?.utf8.count ?? 0, difference.to?.utf8.count ?? 0))
        }
        return found.enumerated().sorted { a, b in
            let (first, second) = (rank(a.element), rank(b.element))
            return first == second ? a.offset < b.offset : first < second
        }.map(\.element)
    }

    private static func compare(
        _ old: JSONValue?, _ new: JSONValue?, _ path: [String], _ isRead: ([String]) -> Bool,
        _ found: inout [MemberDifference]
    ) {
        guard !isRead(path) else { return }
        let parts = [old, new].compactMap { $0?.members }
        guard parts.isEmpty || parts.count < [old, new].compactMap(\.self).count else {
            var seen: Set<[UInt8]> = []
            for name in parts.flatMap({ $0.map(\.name) }) where seen.insert(Array(name.utf8)).inserted {
                compare(old?.member(name), new?.member(name), path + [name], isRead, &found)
            }
            return
        }
        let (from, to) = (old.map(text), new.map(text))
        guard from.map({ from in to.map(from.hasSameBytes) ?? false }) != true else { return }
        let shown = shortened(from, to)
        found.append(MemberDifference(pointer: path.pointer, from: shown.from, to: shown.to))
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value).dropLast(), as: UTF8.self)
    }

    /// Of two long texts, the part that differs.
    private static func shortened(_ from: String?, _ to: String?) -> (from: String?, to: String?) {
        let limit = 120
        guard [from, to].contains(where: { ($0?.unicodeScalars.count ?? 0) > limit }) else { return (from, to) }
        let (old, new) = (Array((from ?? "").unicodeScalars), Array((to ?? "").unicodeScalars))
        let start = zip(old, new).prefix { $0 == $1 }.count
        func part(_ scalars: [Unicode.Scalar]) -> String {
            let begin = max(0, start - 20)
            let shown = scalars[begin...].prefix(limit)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: shown)
            return (begin > 0 ? "…" : "") + String(text) + (begin + shown.count < scalars.count ? "…" : "")
        }
        return (from.map { _ in part(old) }, to.map { _ in part(new) })
    }

    /// Whether either value leads somewhere: a URL, or the name of a host.
    private var isAddress: Bool {
        [from, to].compactMap(\.self).contains { text in
            guard text.hasPrefix("\"") else { return false }
            let value = text.dropFirst().dropLast()
            let labels = value.split(separator: ".", omittingEmptySubsequences: false)
            return value.contains("://")
                || labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isNameByte) }
                    && value.utf8.contains { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") }
        }
    }
}

extension JSONValue {
    /// The members of an object, and the elements of an array by their numbers; nil for any other value.
    fileprivate var members: [JSONMember]? {
        switch content {
        case .object(let members): members
        case .array(let elements): elements.enumerated().map { JSONMember("\($0)", $1) }
        default: nil
        }
    }

    fileprivate func member(_ name: String) -> JSONValue? {
        if case .array(let elements) = content {
            return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
        return self[name]
    }
}

extension [String] {
    /// The names as a JSON Pointer.
    fileprivate var pointer: String {
        map { name in
            var text = "/"
            for scalar in name.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text
        }.joined()
    }
}

extension DocumentFormat {
    /// Whether a reading compares what is at a place of a body.
    fileprivate func isRead(_ path: [String], _ names: RemoteConfigNames) -> Bool {
        let members: [String]
        switch self {
        case .environmentConfig:
            return path.count == 5 && path[0] == "environments" && path[2] == "apps"
                && Platform.allCases.contains { $0.rawValue == path[3] }
                && ["minimalVersion", "build", "url"].contains(path[4])
        case .firebaseTemplate:
            guard let place = path.firstIndex(of: "parameters"), place + 1 < path.count,
                [names.force, names.optional].contains(where: { $0.hasSameBytes(as: path[place + 1]) })
            else { return false }
            let value = path[(place + 2)...]
            return value == ["defaultValue", "value"]
                || Platform.allCases.contains { value == ["conditionalValues", $0.rawValue, "value"] }
        case .availabilityIOS, .availabilityAndroid:
            members = [
                "minimumOSVersion", "minimumSDKVersion", "recommendedOSVersion", "minimumAppVersion",
                "recommendedAppVersion",
            ]
        case .appConfig:
            members = [
                "minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage",
            ]
        case .remoteConfigIOS, .remoteConfigAndroid: members = [names.force, names.optional]
        case .gateIOS, .gateAndroid: members = ["rules", "latest"]
        case .webBundle, .webBundleIndex, .webBundleManifest, .file: members = []
        }
        return path.count == 1 && members.contains { $0.hasSameBytes(as: path[0]) }
    }
}
