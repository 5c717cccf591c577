import Foundation
import Testing
import TestSupport

/// What the article runs of Firebase's program: it gets the template of a project, and replaces it by another.
private let firebase = #"""
    firebase() {
      case "$*" in
        "remoteconfig:get -o "*) cp project.json "$3" ;;
        "deploy --only remoteconfig")
          cp "$(sed -n 's/.*"template": "\([^"]*\)".*/\1/p' firebase.json)" project.json ;;
        *) exit 64 ;;
      esac
    }

    """#

@Test func `the deployment in the article keeps what the project has, and what others add between two of them`() throws
{
    let article = try Article("signet/Documents")
    let project = try Project.everyFormat(
        replacing: #""firebase-template": "remoteconfig.template.json""#,
        with: #""firebase-template": { "path": "remoteconfig.template.json", "base": "firebase-base.json" }"#)
    try project.folder.write("firebase.json", article.blocks(in: "Firebase", language: "json")[0].code)
    let code = firebase + (try article.blocks(in: "Firebase", language: "sh")[0].code)
    let folder = project.folder
    try folder.write("project.json", #"{ "parameters": { "colour": { "defaultValue": { "value": "red" } } } }"#)
    try shell(code, in: folder)
    let deployed = try folder.text("project.json")
    #expect(deployed.contains("\"value\": \"red\"") && deployed.contains("\"force_update_version\""))
    try folder.write("project.json", deployed.replacing("\"red\"", with: "\"green\""))
    try project.change("policy.json", "\"value\": \"3.2.0\"", "\"value\": \"3.3.0\"")
    try project.change("policy.json", "\"versionName\": \"3.2.0\"", "\"versionName\": \"3.3.0\"")
    try shell(code, in: folder)
    #expect(
        try folder.text("project.json")
            == deployed.replacing("\"red\"", with: "\"green\"").replacing("\"3.2.0\"", with: "\"3.3.0\""))
}
