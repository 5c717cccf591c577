#if canImport(Glibc)
    import CLinux
    import Glibc
#else
    import Darwin
#endif

/// Seconds since the machine was started, which never go back.
///
/// `ContinuousClock` and `SuspendingClock` need newer systems than apps run on.
package enum UpTime {
    /// With the time during which the machine slept.
    case sleepIncluded
    /// Without it.
    case sleepExcluded

    /// The time now.
    package var seconds: Double {
        var time = timespec()
        let result = unsafe clock_gettime(id, &time)
        precondition(result == 0, "every system has these clocks")
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private var id: clockid_t {
        #if canImport(Darwin)
            // CLOCK_MONOTONIC_RAW goes on there while the machine sleeps (clock_gettime(3)).
            self == .sleepIncluded ? CLOCK_MONOTONIC_RAW : CLOCK_UPTIME_RAW
        #else
            self == .sleepIncluded ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
        #endif
    }
}
