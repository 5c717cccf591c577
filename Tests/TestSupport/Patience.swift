import Foundation
import Testing

extension Duration {
    /// A limit that no test comes to: tests that run at the same time wait for each other, for as long as all of them take.
    package static let hours = Duration.seconds(10 * 3_600)
}

extension TimeInterval {
    /// The same in seconds.
    package static let hours: TimeInterval = 10 * 3_600
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that would hang; what counts is nearly the time of all tests, since most begin at once.
    package static var unlessHung: Self { .timeLimit(.minutes(60)) }
}
