import ManifestVerifier

/// The key ring of a team, as `keys/keyring.json` holds it: public halves by file name, oldest key first.
package struct KeyRing: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package let id: KeyID
        /// What people call the key; unique in the ring.
        package let name: String
        /// The file beside the ring that holds the public key as PEM.
        package let publicKey: String
        package let environment: EnvironmentName
        package var state: KeyState
        /// The first app version that embeds the key.
        package var shippedIn: String?
        package internal(set) var signer: SignerReference?
    }

    package var entries: [Entry]

    package init(entries: [Entry] = []) { self.entries = entries }

    package func activeEntry(for environment: EnvironmentName) -> Entry? {
        entries.first { $0.environment == environment && $0.state == .active }
    }

    /// The names of the environments that have a key, each once, in the order of the ring.
    package var environments: [String] {
        var names: [String] = []
        for entry in entries where !names.contains(entry.environment.rawValue) {
            names.append(entry.environment.rawValue)
        }
        return names
    }
}

extension KeyRing {
    /// Whether `name` names a file in the ring's own folder.
    package static func isFileName(_ name: String) -> Bool {
        (1...Limits.pathSegmentBytes).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy(\.isNameByte)
    }

    /// Reads `{ "keys": [ … ] }`; ids and names are unique and one key at most is active for an environment.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let elements = try object.required("keys").asArray()
        try object.refuseUnknownMembers()
        entries = []
        for element in elements {
            let entry = try Entry(element)
            if entries.contains(where: { $0.id == entry.id }) {
                throw element.unacceptable("key id \"\(entry.id)\" is on the ring twice")
            }
            if entries.contains(where: { $0.name == entry.name }) {
                throw element.unacceptable("key name \"\(entry.name)\" is on the ring twice")
            }
            if entry.state == .active, let other = activeEntry(for: entry.environment) {
                throw element.unacceptable(
                    "environment \"\(entry.environment)\" has two active keys, \"\(other.name)\" and \"\(entry.name)\"")
            }
            entries.append(entry)
        }
    }

    package var json: JSONValue {
        .object([JSONMember("keys", .array(entries.map(\.json)))])
    }
}

extension KeyRing.Entry {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let id = try object.required("id")
        let name = try object.required("name")
        let publicKey = try object.required("publicKey")
        let environment = try object.required("environment")
        let state = try object.required("state")
        let shippedIn = object.optional("shippedIn")
        let signer = object.optional("signer")
        try object.refuseUnknownMembers()

        let characters = "A-Z a-z 0-9 . _ - without a leading dot"
        func fileName(_ text: String) -> String? { KeyRing.isFileName(text) ? text : nil }
        self.id = try id.parsed(or: "a key id is 1 to \(Limits.keyIDBytes) of A-Z a-z 0-9 . _ : / -") { KeyID($0) }
        self.name = try name.parsed(or: "a key name is made of \(characters)", fileName)
        self.publicKey = try publicKey.parsed(or: "publicKey names a file beside the key ring", fileName)
        self.environment = try environment.parsed(or: "an environment is made of \(characters)") { EnvironmentName($0) }
        self.state = try state.parsed(or: "a key is next, active, retired or revoked") { KeyState(rawValue: $0) }
        if let signer {
            let text = try signer.asString()
            self.signer = try translating(SignerReference(text)) { (error: SignerReferenceError) in
                signer.unacceptable(error.message)
            }
        }
        if let shippedIn, NumericVersion(try shippedIn.asString()) == nil {
            throw shippedIn.unacceptable("shippedIn is a version like 3.1.0")
        }
        self.shippedIn = try shippedIn?.asString()
    }

    fileprivate var json: JSONValue {
        var members = [
            JSONMember("id", .string(id.rawValue)),
            JSONMember("name", .string(name)),
            JSONMember("publicKey", .string(publicKey)),
            JSONMember("environment", .string(environment.rawValue)),
            JSONMember("state", .string(state.rawValue)),
        ]
        if let shippedIn { members.append(JSONMember("shippedIn", .string(shippedIn))) }
        if let signer { members.append(JSONMember("signer", .string(signer.description))) }
        return .object(members)
    }
}
