import Diagnostics
import ManifestVerifier

extension PlatformPolicy<NumericVersion> {
    init?(ios value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        func version(_ name: String, _ members: Set<RequirementMember>) -> RequirementPolicy<NumericVersion>? {
            object.value(name).flatMap { RequirementPolicy($0, members, .versionGrammar, findings) }
        }
        position = value.position
        storeURL = object.optional("storeURL") { (value) throws(JSONShapeError) in try value.asURL() }
        minimumSystem = version("minimumOSVersion", [.demise])
        recommendedSystem = version("recommendedOSVersion", [.title])
        minimumAppVersion = version("minimumAppVersion", [.build, .demise])
        recommendedAppVersion = version("recommendedAppVersion", [.title, .build])
        latestAppVersion = version("latestAppVersion", [.build])
        object.refuseUnknownMembers()
    }
}

extension PlatformPolicy<Int> {
    init?(android value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        func version(_ name: String, _ members: Set<RequirementMember>) -> RequirementPolicy<Int>? {
            object.value(name).flatMap { RequirementPolicy($0, members, .positiveInteger, findings) }
        }
        position = value.position
        storeURL = object.optional("storeURL") { (value) throws(JSONShapeError) in try value.asURL() }
        minimumSystem = version("minimumSDKVersion", [.demise])
        recommendedSystem = nil
        minimumAppVersion = version("minimumAppVersion", [.versionName, .demise])
        recommendedAppVersion = version("recommendedAppVersion", [.title, .versionName])
        latestAppVersion = version("latestAppVersion", [.versionName])
        object.refuseUnknownMembers()
    }
}

/// What a version of the policy may have beside its value and its description.
private enum RequirementMember {
    case title
    case build
    case versionName
    case demise
}

extension RequirementPolicy where Version: AvailabilityValue {
    /// - Parameter code: what a value outside the grammar is called.
    fileprivate init?(
        _ value: JSONValue, _ members: Set<RequirementMember>, _ code: LintCode, _ findings: FileFindings
    ) {
        guard var object = PolicyObject(value, findings) else { return nil }
        position = value.position
        let version = object.required("value", code: code) { (value) throws(JSONShapeError) in
            try Version(availabilityJSON: value)
        }
        title =
            members.contains(.title)
            ? object.optional("title") { (value) throws(JSONShapeError) in try value.asLocatedString() } : nil
        description = object.optional("description") { (value) throws(JSONShapeError) in try value.asLocatedString() }
        build =
            members.contains(.build)
            ? object.optional("build", code: .positiveInteger) { (value) throws(JSONShapeError) in
                try Int(availabilityJSON: value)
            } : nil
        versionName =
            members.contains(.versionName)
            ? object.optional("versionName", code: .versionGrammar) { (value) throws(JSONShapeError) in
                try NumericVersion(availabilityJSON: value)
            } : nil
        isDemise =
            members.contains(.demise)
            && object.optional("demise") { (value) throws(JSONShapeError) in try value.asBool() } ?? false
        object.refuseUnknownMembers()
        guard let version else { return nil }
        self.value = version
    }
}
