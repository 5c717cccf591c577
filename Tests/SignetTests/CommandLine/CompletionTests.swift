import Foundation
import Testing
import TestSupport

/// Asks a shell for the completions of what was typed, as its script `program` prints them.
private func completions(_ shell: String, _ program: String, _ words: [String], in folder: TemporaryFolder) throws
    -> Set<String>
{
    let script = try signet(["completions", shell], in: folder)
    try folder.write("signet.completion", script.output)
    let arguments = (shell == "zsh" ? ["-f"] : ["--norc"]) + ["-euc", program, shell, "signet"] + words
    let output = try check(shell, arguments, in: folder.root)
    return Set(output.split(separator: "\n").map { String($0) })
}

/// What bash does when the tab key is pressed: it calls the function that `complete -F` named.
private let bash = """
    source ./signet.completion
    [[ $(complete -p signet) == 'complete -F _signet signet' ]]
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _signet
    printf '%s\\n' "${COMPREPLY[@]}"
    """

/// The same for zsh, with the parts of its completion system that the script calls.
private let zsh = """
    compdef() { [[ "$*" == '_signet signet' ]] }
    compadd() { shift; print -l -- $@ }
    _files() { print -l -- *(N) }
    _describe() { print -l -- ${${(P)2}%%:*} }
    source ./signet.completion
    words=("$@") CURRENT=$#
    _signet || true
    """

private let cases: [(words: [String], expected: Set<String>, unexpected: Set<String>)] = [
    ([""], ["build", "build-number", "plan", "completions", "help", "version", "--version"], ["pack"]),
    (["build", "-"], ["--policy", "--strict", "--environment", "--help"], ["--to", "build"]),
    (["bundle", ""], ["pack", "withdraw", "retire"], ["--version", "notes file.txt"]),
    (["keys", ""], ["generate", "rotate", "revoke", "readiness"], ["--name"]),
    (["keys", "rotate", "-"], ["--name", "--unshipped"], []),
    (["help", ""], ["build", "verify"], ["--help"]),
    (["schema", ""], ["policy", "keyring"], []),
    (["help", ""], ["devices-freed", "syntax"], []),
    (["plan", "none", "--policy", ""], ["notes file.txt"], ["--strict"]),
    (["publish", "--to", ""], ["notes file.txt"], []),
    (["build", "--archives", ""], ["notes file.txt"], []),
    (["verify", ""], ["notes file.txt"], ["--key"]),
    (["build", "--environment", ""], [], ["notes file.txt", "--policy"]),
]

@Test(.peers(.bash), arguments: cases)
func `bash completes commands, verbs, flags and files`(
    words: [String], expected: Set<String>, unexpected: Set<String>
) throws {
    let folder = try TemporaryFolder()
    try folder.write("notes file.txt", "x")
    let found = try completions("bash", bash, words, in: folder)
    #expect(found.isSuperset(of: expected), "\(found)")
    #expect(found.isDisjoint(with: unexpected), "\(found)")
}

@Test(.peers(.bash)) func `bash completes what was begun, also behind an equals sign`() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes file.txt", "x")
    #expect(try completions("bash", bash, ["bu"], in: folder) == ["build", "bundle", "build-number"])
    #expect(try completions("bash", bash, ["build", "--un"], in: folder) == ["--unsigned"])
    #expect(try completions("bash", bash, ["bundle", "wi"], in: folder) == ["withdraw"])
    #expect(try completions("bash", bash, ["plan", "none", "--policy", "no"], in: folder) == ["notes file.txt"])
    #expect(try completions("bash", bash, ["plan", "none", "--policy", "=", "no"], in: folder) == ["notes file.txt"])
    #expect(try completions("bash", bash, ["plan", "none", "--policy", "="], in: folder).contains("notes file.txt"))
}

@Test(.peers(.zsh), arguments: cases)
func `zsh completes commands, verbs, flags and files`(
    words: [String], expected: Set<String>, unexpected: Set<String>
) throws {
    let folder = try TemporaryFolder()
    try folder.write("notes file.txt", "x")
    let found = try completions("zsh", zsh, words, in: folder)
    #expect(found.isSuperset(of: expected), "\(found)")
    #expect(found.isDisjoint(with: unexpected), "\(found)")
}

@Test(arguments: [["completions"], ["completions", "fish"], ["completions", "bash", "zsh"]])
func `completions are for bash and zsh`(arguments: [String]) throws {
    let result = try signet(arguments, in: TemporaryFolder())
    #expect(result.status == 64)
    #expect(result.errors.contains("bash and zsh\nhint: "))
}
