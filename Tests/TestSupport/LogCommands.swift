/// Whether GitHub's runner takes a line for a command, whatever its name (actions/runner, `ActionCommand.TryParseV2` and
/// `TryParse`), or Azure's agent does. They compare as a culture does, for which what is ignorable is not there.
package func isLogCommand(_ line: some StringProtocol) -> Bool {
    let compared = line.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return [Array(line.unicodeScalars), compared.map(\.self)].contains { scalars in
        if scalars.drop(while: { $0.properties.isWhitespace }).starts(with: "::".unicodeScalars) { return true }
        let text = String(String.UnicodeScalarView(scalars))
        return text.contains(/##[A-Za-z]*\[/.matchingSemantics(.unicodeScalar))
    }
}
