extension DocumentSchema {
    static let policyCacheControl = #"""
        "cacheControl": {
          "type": ["string", "object", "null"],
          "anyOf": [{ "type": "object" }, { "$ref": "#/$defs/changingHeader" }],
          "additionalProperties": false,
          "properties": {
        \#(documents)    "default": {
              "description": "All others (\"public, max-age=300, stale-if-error=86400\" if absent).",
              "$ref": "#/$defs/changingHeader"
            },
            "files": {
              "description": "All files, or values by file and folder/. A file named by its SHA-256 is immutable if absent.",
              "type": ["string", "object", "null"],
              "anyOf": [{ "type": "object" }, { "$ref": "#/$defs/headerValue" }],
              "propertyNames": { "$ref": "#/$defs/filesTarget" },
              "additionalProperties": { "$ref": "#/$defs/headerValue" }
            }
          }
        },
        "headerValue": { "type": ["string", "null"], "pattern": "^[!#-~]([ !#-~]{0,254}[!#-~])?$" },
        "changingHeader": {
          "description": "Only files can be immutable.",
          "$ref": "#/$defs/headerValue",
          "not": { "type": "string", "pattern": "(^|,) *[Ii][Mm][Mm][Uu][Tt][Aa][Bb][Ll][Ee] *(=|,|$)" }
        }
        """#

    private static let documents = PolicyDocument.allCases.filter { $0 != .files }.map { document in
        member(document.rawValue, "The documents of \(document.rawValue).", "changingHeader").indented(2) + ",\n"
    }.joined()
}
