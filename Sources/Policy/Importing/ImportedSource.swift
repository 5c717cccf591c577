import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// A document that is published today, and where it came from.
package struct ImportedSource: Sendable {
    let place: String
    let body: [UInt8]
    let document: PolicyDocument
    /// The platform that it is for; nil for one that is for all.
    let platform: Platform?
    /// Where it is published; nil for a file.
    let address: TreeAddress?
    /// The signature headers with which it came tell the profile; nil without any.
    let profile: SignatureProfile?
    /// The id of the key that signed it, as those headers claim.
    let keyID: KeyID?

    private init(_ place: String, _ body: [UInt8], at address: TreeAddress? = nil, headers: [HeaderField] = []) throws {
        (self.place, self.body, self.address) = (place, body, address)
        do {
            let value = try JSONParser.parse(body, allowsTrailingCommas: true)
            (document, platform) = try Self.kind(of: value, place)
        } catch let error as JSONError {
            throw ErrorReport(error, in: place)
        }
        let names = headers.map(\.name)
        keyID = headers.first { $0.name == SignatureHeader.name }.flatMap { try? SignatureHeader($0.value) }?.keyID
        profile =
            !names.contains(SignatureHeader.name)
            ? nil : names.contains(SignatureHeader.dateName) ? .dated : .body
    }

    /// What it says otherwise than such a document does, as an error with its place in it.
    func unparsable(_ error: JSONShapeError) -> ErrorReport {
        let place = error.position.map { "\(self.place):\($0)" } ?? self.place
        return ErrorReport(.unparsable, "\(place): \(error.message)", hint: error.hint)
    }

    var origin: String? { address.map { String($0.rawValue.dropLast($0.path.utf8.count)) } }

    /// Its path below an origin, with `{platform}` for the platform that it is for; the usual one for a file.
    func path(below origin: String, usual: String) throws -> String {
        guard let address else { return usual }
        guard address.rawValue.hasPrefix("\(origin)/") else {
            throw ErrorReport(
                .refused, "\(place): is not below \(origin)", hint: "a policy has one origin for all its documents")
        }
        var path = String(address.rawValue.dropFirst(origin.count + 1))
        guard let platform, let range = path.ranges(of: platform.rawValue).last else { return path }
        path.replaceSubrange(range, with: "{platform}")
        return path
    }

    /// Reads files and fetches addresses.
    package static func read(_ places: [String], variables: [String: String]) async throws -> [ImportedSource] {
        var sources: [ImportedSource] = []
        for place in places {
            if TreeAddress.isMeant(by: place) {
                let address = try TreeAddress(place)
                let download = try await address.download(variables: variables)
                sources.append(try ImportedSource(place, download.body, at: address, headers: download.headers))
            } else {
                let (parent, name) = place.parentAndName
                let body = try Folder(path: parent).read(name, limit: Limits.manifestBytes)
                sources.append(try ImportedSource(place, body))
            }
        }
        return sources
    }

    private static func kind(of value: JSONValue, _ place: String) throws -> (PolicyDocument, Platform?) {
        func has(_ names: String...) -> Bool { names.contains { value[$0] != nil } }
        if has("minimumSDKVersion") { return (.availability, .android) }
        if has("minimumOSVersion", "recommendedOSVersion") { return (.availability, .ios) }
        if let version = value["minimumAppVersion"]?["value"] {
            if case .number = version.content { return (.availability, .android) }
            return (.availability, .ios)
        }
        if has("minimumVersion", "latestVersion") { return (.appConfig, nil) }
        if has("gate") {
            throw ErrorReport(
                .refused, "\(place): is a gate document, which another policy of Signet made",
                hint: "begin with that policy; signet decide says what the document tells a device")
        }
        if let name = try? value["platform"]?.asString(), let platform = Platform(rawValue: name) {
            return (.remoteConfig, platform)
        }
        if has("environments") { return (.environmentConfig, nil) }
        if has("conditions", "parameters", "parameterGroups") { return (.firebaseTemplate, nil) }
        if case .object(let members) = value.content, !members.isEmpty,
            members.allSatisfy({ if case .string = $0.value.content { true } else { false } })
        {
            throw ErrorReport(
                .refused, "\(place): does not say its platform, as a flat remote configuration has to",
                hint: "add it to a copy: \"platform\": \"ios\" or \"android\"")
        }
        throw ErrorReport(
            .refused, "\(place): is not a document that can be taken over",
            hint:
                "these are availability documents, app-config, env.json, flat remote configuration and Firebase's "
                + "template")
    }
}
