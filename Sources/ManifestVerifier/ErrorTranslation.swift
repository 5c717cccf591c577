/// The result of `work`, whose error is thrown as what it means here.
///
/// `try translating(ArchiveName(bytes: name), to: EntryDefect.name)`
package func translating<Result, Cause: Error, Failure: Error>(
    _ work: @autoclosure () throws(Cause) -> Result, to failure: (Cause) -> Failure
) throws(Failure) -> Result {
    do throws(Cause) {
        return try work()
    } catch {
        throw failure(error)
    }
}
