/// What a document decides by and the device does not report as something that begins with a number.
public enum UnreadableApp: Equatable, Sendable {
    /// The version of the app, as reported; nil when none is.
    case version(String?)
    /// The build of the app, as reported; nil when none is.
    case build(String?)

    /// What is wrong, as a phrase.
    public var message: String {
        switch self {
        case .version(let text?): "the app's version \"\(text)\" does not begin with a number: it was not compared"
        case .version(nil): "the app's version is unknown: it was not compared"
        case .build(let text?): "the app's build \"\(text)\" does not begin with a number: it was not compared"
        case .build(nil): "the app's build is unknown: it was not compared"
        }
    }
}

extension Requirements {
    /// What these requirements are compared with and cannot be on a device; nil when all can be.
    ///
    /// A version that cannot be read neither blocks the app nor opens it by itself: bounds of the app do not apply,
    /// maintenance and bounds of the system do. Report it: nothing that is published reaches such an app.
    public func unreadableApp(on device: Device) -> UnreadableApp? {
        for bound in [minimumApp?.bound, recommendedApp?.bound] {
            switch bound {
            case .version where device.version?.isReadable != true: return .version(device.version?.spelling)
            case .build where device.build?.isReadable != true: return .build(device.build?.spelling)
            default: continue
            }
        }
        return nil
    }
}
