import Diagnostics
import ManifestVerifier
import Plan
import PublicationTree
import SigningKeys

extension KeysCommand {
    static func readiness(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitCode {
        let environment = try arguments.environment
        let ring = try KeyFolder.open(arguments.keys).ring
        var environments = ring.environments.compactMap { EnvironmentName($0) }
        if let environment {
            guard environments.contains(environment) else {
                throw ErrorReport.noKey(of: environment, in: arguments.keys, known: ring.environments)
            }
            environments = [environment]
        }
        var all = environments.map { KeyReadiness($0, in: ring) }
        let path = arguments.value("--population")
        if let path {
            try PopulationFile(path: path).forEachKind { kind, devices in
                for index in all.indices { all[index].add(kind, devices) }
            }
        }
        let outputs = all.map { KeyReadinessOutput(readiness: $0, isCounted: path != nil) }
        terminal.result(Records.readiness.json(outputs))
        terminal.summaryLines(outputs.flatMap(\.lines))
        return .done
    }
}
