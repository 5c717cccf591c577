/// How much tests with random input try.
package enum Fuzz {
    /// All rounds in a release build, in which `.ci/run` runs the libraries; a tenth where somebody waits.
    package static func rounds(_ all: Int) -> Int {
        #if DEBUG
            max(1, all / 10)
        #else
            all
        #endif
    }

    /// Rounds of two users of one store, each with its own process.
    package static var races: Int {
        #if DEBUG
            8
        #else
            3_000
        #endif
    }
}
