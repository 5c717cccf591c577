import Programs
import TestSupport

extension Curl.TimeLimits {
    /// Limits that nothing comes to, however busy the machine is.
    package static var patient: Self { Self(connection: .hours, file: .hours, whole: .hours) }
}
