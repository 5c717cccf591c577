/// A version that an availability document requires or recommends, with what to say about it.
public struct AvailabilityRequirement<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The version.
    public let value: Value
    /// The heading; recommendations have one.
    public let title: LocalizedText?
    /// The explanation.
    public let description: LocalizedText

    package init(value: Value, title: LocalizedText? = nil, description: LocalizedText) {
        self.value = value
        self.title = title
        self.description = description
    }
}

/// The availability document of an iOS app.
public struct IOSAvailability: Equatable, Sendable {
    /// Below this version of iOS the app must not run.
    public let minimumOSVersion: AvailabilityRequirement<NumericVersion>
    /// Below this version of iOS the user is advised to update it.
    public let recommendedOSVersion: AvailabilityRequirement<NumericVersion>?
    /// Below this version the app must not run.
    public let minimumAppVersion: AvailabilityRequirement<NumericVersion>
    /// Below this version the user is advised to update the app.
    public let recommendedAppVersion: AvailabilityRequirement<NumericVersion>?

    package init(
        minimumOSVersion: AvailabilityRequirement<NumericVersion>,
        recommendedOSVersion: AvailabilityRequirement<NumericVersion>?,
        minimumAppVersion: AvailabilityRequirement<NumericVersion>,
        recommendedAppVersion: AvailabilityRequirement<NumericVersion>?
    ) {
        self.minimumOSVersion = minimumOSVersion
        self.recommendedOSVersion = recommendedOSVersion
        self.minimumAppVersion = minimumAppVersion
        self.recommendedAppVersion = recommendedAppVersion
    }
}

/// The availability document of an Android app; versions are SDK levels and version codes.
public struct AndroidAvailability: Equatable, Sendable {
    /// Below this SDK level the app must not run.
    public let minimumSDKVersion: AvailabilityRequirement<Int>
    /// Below this version code the app must not run.
    public let minimumAppVersion: AvailabilityRequirement<Int>
    /// Below this version code the user is advised to update the app.
    public let recommendedAppVersion: AvailabilityRequirement<Int>?

    package init(
        minimumSDKVersion: AvailabilityRequirement<Int>,
        minimumAppVersion: AvailabilityRequirement<Int>,
        recommendedAppVersion: AvailabilityRequirement<Int>?
    ) {
        self.minimumSDKVersion = minimumSDKVersion
        self.minimumAppVersion = minimumAppVersion
        self.recommendedAppVersion = recommendedAppVersion
    }
}
