import ManifestFormat

extension BundleCommand {
    static func simulate(_ arguments: Arguments, _ terminal: Terminal) async throws(ErrorReport) -> ExitCode {
        .done
    }
}
