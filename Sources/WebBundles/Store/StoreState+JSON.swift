import ManifestVerifier

extension StoreState {
    /// Reads a stored state; nil when it is damaged or not ours.
    package init?(kept bytes: [UInt8]) {
        guard let value = try? JSONParser.parse(bytes), let state = try? StoreState(value) else { return nil }
        self = state
    }

    package var bytes: [UInt8] {
        var members = [JSONMember("bundles", .array(bundles.map(\.json)))]
        if let current { members.append(JSONMember("current", .string(current.description))) }
        if let previous { members.append(JSONMember("previous", .string(previous.description))) }
        if let trial { members.append(JSONMember("trial", trial.json)) }
        members.append(JSONMember("failed", .array(failed.map(failure))))
        members.append(JSONMember("halted", .array(halted.map { .string($0.spelling) })))
        members.append(JSONMember("withdrawn", .array(withdrawn.map { .string($0.spelling) })))
        if let installID { members.append(JSONMember("install", .string(installID.description))) }
        if let app { members.append(JSONMember("app", .string(app))) }
        return JSONWriter.bytes(of: .object(members))
    }

    private func failure(_ version: SemanticVersion) -> JSONValue {
        .object([
            JSONMember("version", .string(version.spelling)), JSONMember("at", .integer(failures[version] ?? 0)),
        ])
    }

    private init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let bundles = try object.required("bundles").asArray().map { (element) throws(JSONShapeError) in
            try StoredBundle(element)
        }
        let current = try object.optional("current").map { (value) throws(JSONShapeError) in try value.asBundle() }
        let previous = try object.optional("previous").map { (value) throws(JSONShapeError) in try value.asBundle() }
        let trial = try object.optional("trial").map { (value) throws(JSONShapeError) in try Trial(value) }
        var failures: [SemanticVersion: Int] = [:]
        let failed = try object.required("failed").asArray()
        guard failed.count <= Limits.webBundles else { throw value.unacceptable("too many failures") }
        for element in failed {
            var failure = try JSONObject(element)
            failures[try failure.required("version").asBundleVersion()] = try failure.required("at").asInteger()
            try failure.refuseUnknownMembers()
        }
        let halted = try object.required("halted").asVersions()
        let withdrawn = try object.required("withdrawn").asVersions()
        let installID = try object.optional("install").map { (value) throws(JSONShapeError) in
            guard let id = InstallID(try value.asString()) else { throw value.unacceptable("not an install id") }
            return id
        }
        let app = try object.optional("app").map { (value) throws(JSONShapeError) in try value.asString() }
        try object.refuseUnknownMembers()
        guard Set(bundles.map(\.version)).count == bundles.count else {
            throw value.unacceptable("a version appears twice")
        }
        self.init(
            bundles: bundles, current: current, previous: previous, trial: trial, failures: failures, halted: halted,
            withdrawn: withdrawn, installID: installID, app: app)
    }
}

extension StoredBundle {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self.init(
            version: try object.required("version").asBundleVersion(),
            sha256: try object.required("sha256").asSHA256(), files: try object.required("files").asSHA256(),
            shells: try ShellRange(object.required("shells")),
            isConfirmed: try object.required("confirmed").asBool())
        try object.refuseUnknownMembers()
    }

    fileprivate var json: JSONValue {
        .object([
            JSONMember("version", .string(version.spelling)), JSONMember("sha256", .string(sha256)),
            JSONMember("files", .string(files)), JSONMember("shells", shells.json),
            JSONMember("confirmed", JSONValue(.bool(isConfirmed))),
        ])
    }
}

extension StoreState.Trial {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self.init(
            version: try object.required("version").asBundleVersion(),
            starts: try object.required("starts").asInteger(), since: try object.required("since").asInteger())
        try object.refuseUnknownMembers()
        guard starts >= 0, starts < Int.max else { throw value.unacceptable("not a count of starts") }
    }

    fileprivate var json: JSONValue {
        .object([
            JSONMember("version", .string(version.spelling)), JSONMember("starts", .integer(starts)),
            JSONMember("since", .integer(since)),
        ])
    }
}

extension JSONValue {
    fileprivate func asBundle() throws(JSONShapeError) -> BundleVersion {
        guard let bundle = BundleVersion(try asString()) else { throw unacceptable("not the name of a bundle") }
        return bundle
    }

    fileprivate func asVersions() throws(JSONShapeError) -> [SemanticVersion] {
        let elements = try asArray()
        guard elements.count <= Limits.webBundles else {
            throw unacceptable("more than \(Limits.webBundles) versions")
        }
        return try elements.map { (element) throws(JSONShapeError) in try element.asBundleVersion() }
    }
}
