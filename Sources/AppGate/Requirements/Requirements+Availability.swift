import ManifestVerifier

extension Requirements {
    /// An iOS app is compared by version.
    init(_ document: IOSAvailability) {
        self.init(
            minimumSystem: Requirement(document.minimumOSVersion, SystemBound.ios),
            minimumApp: Requirement(document.minimumAppVersion, AppBound.version),
            recommendedSystem: document.recommendedOSVersion.map { Requirement($0, SystemBound.ios) },
            recommendedApp: document.recommendedAppVersion.map { Requirement($0, AppBound.version) })
    }

    /// An Android app is compared by version code.
    init(_ document: AndroidAvailability) {
        func build(_ code: Int) -> AppBound { .build(code, shownAs: nil) }
        self.init(
            minimumSystem: Requirement(document.minimumSDKVersion) { .android(sdk: $0) },
            minimumApp: Requirement(document.minimumAppVersion, build),
            recommendedApp: document.recommendedAppVersion.map { Requirement($0, build) })
    }
}

extension Requirement {
    fileprivate init<Value>(_ requirement: AvailabilityRequirement<Value>, _ bound: (Value) -> Bound) {
        self.init(bound(requirement.value), title: requirement.title, description: requirement.description)
    }
}
