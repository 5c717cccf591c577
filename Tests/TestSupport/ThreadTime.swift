import Glibc

/// The seconds that this thread has worked on `work`; what others do on the machine meanwhile does not count.
package func threadSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = threadClock()
    try work()
    return threadClock() - start
}

private func threadClock() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
