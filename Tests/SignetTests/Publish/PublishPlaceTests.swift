import Foundation
import Testing
import TestSupport

@Test(arguments: ["site", "sites/shop"])
func `a folder that the policy names is never one behind a link`(place: String) throws {
    let project = try Project()
    try project.change("policy.json", "\"origin\":", "\"publishTo\": \"\(place)\", \"origin\":")
    try project.expectDone(["build"])
    let outside = try TemporaryFolder()
    try outside.write("mine/shop/file", "mine")
    let link = place.split(separator: "/")[0]
    try FileManager.default.createSymbolicLink(
        atPath: project.folder.path(String(link)), withDestinationPath: outside.path("mine"))
    let before = try outside.snapshot()
    try project.expectRefusal(
        ["publish", "--first"], code: 65, ["\(link): is a symbolic link, which is never followed"])
    #expect(try outside.snapshot() == before)
}
