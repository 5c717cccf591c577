extension DocumentSchema {
    /// Of the document that names the newest web bundle.
    static let webBundleManifest = DocumentSchema(
        name: "web-bundle-manifest", summary: "builds/manifest.json: the newest web bundle",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Web-bundle manifest",
              "description": "The newest web bundle and the native shells that can run it. Members that are unknown are ignored.",
              "type": "object",
              "required": ["version", "url", "sha256", "signature", "minShellVersion"],
              "properties": {
            \#(members(indent: 4)),
                \#(versions("withdrawn", "The versions that clients must leave, the newest first."))
              },
              "$defs": {
            \#(definitions)
              }
            }
            """#)

    /// Of the document that lists all web bundles.
    static let webBundleIndex = DocumentSchema(
        name: "web-bundle-index", summary: "builds/index.json: every web bundle that is offered or withdrawn",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Web-bundle index",
              "description": "Every web bundle that is offered, and every one that is no longer. Members that are unknown are ignored.",
              "type": "object",
              "required": ["bundles", "withdrawn"],
              "properties": {
                "bundles": {
                  "description": "What is offered, the newest version first, each version once.",
                  "type": "array",
                  "maxItems": 1000,
                  "items": { "$ref": "#/$defs/bundle" }
                },
                \#(versions("withdrawn", "The versions that clients must leave, the newest first.")),
                \#(versions("retired", "The versions that are no longer offered and may be kept, the newest first."))
              },
              "$defs": {
                "bundle": {
                  "description": "One web bundle with the size of its archive.",
                  "type": "object",
                  "required": ["version", "url", "sha256", "size", "signature", "minShellVersion"],
                  "properties": {
                    "size": { "description": "The size of the archive in bytes.", "type": "integer", "minimum": 1 },
            \#(members(indent: 8))
                  }
                },
            \#(definitions)
              }
            }
            """#)

    /// Of the list of web bundles that a team reviews.
    static let bundleList = DocumentSchema(
        name: "bundles", summary: "bundles.json: the reviewed list of web bundles",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Web bundles",
              "description": "The versions of a team's web bundles, each once. Only archives that are named here are signed.",
              "type": "object",
              "additionalProperties": false,
              "required": ["bundles"],
              "properties": {
                "bundles": {
                  "description": "The versions; signet bundle puts new ones first.",
                  "type": "array",
                  "maxItems": 1000,
                  "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["version"],
                    "if": { "required": ["state"], "properties": { "state": { "description": "Withdrawn.", "const": "withdrawn" } } },
                    "else": { "required": ["sha256", "size", "minShellVersion"] },
                    "dependentRequired": {
                      "sha256": ["size", "minShellVersion"],
                      "size": ["sha256", "minShellVersion"],
                      "minShellVersion": ["sha256", "size"],
                      "maxShellVersion": ["sha256", "size", "minShellVersion"]
                    },
                    "properties": {
                      "version": { "description": "The version of the bundle.", "$ref": "#/$defs/version" },
                      "sha256": {
                        "description": "The SHA-256 of the archive in lowercase hexadecimal digits.",
                        "type": "string",
                        "pattern": "^[0-9a-f]{64}$"
                      },
                      "size": {
                        "description": "The size of the archive in bytes.",
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 1073741824
                      },
                      "minShellVersion": { "description": "The oldest shell that can run it.", "$ref": "#/$defs/shell" },
                      "maxShellVersion": { "description": "The newest shell that can run it; any if absent.", "$ref": "#/$defs/shell" },
                      "state": {
                        "description": "offered (if absent); retired: no longer offered, clients keep it; withdrawn: clients leave it.",
                        "enum": ["offered", "retired", "withdrawn"]
                      }
                    }
                  }
                }
              },
              "$defs": {
            \#(definitions)
              }
            }
            """#)

    /// A member that lists versions, on one line.
    private static func versions(_ name: String, _ description: String) -> String {
        #"""
        "\#(name)": { "description": "\#(description)", "type": "array", "maxItems": 1000, "items": { "description": "One version.", "$ref": "#/$defs/version" } }
        """#
    }

    private static func members(indent: Int) -> String {
        let members = ##"""
            "version": { "description": "The version of the bundle.", "$ref": "#/$defs/version" },
            "url": {
              "description": "Where the archive is: an https URL, or a name beside this document.",
              "type": "string",
              "minLength": 1,
              "maxLength": 1024
            },
            "sha256": {
              "description": "The SHA-256 of the archive in lowercase hexadecimal digits.",
              "type": "string",
              "pattern": "^[0-9a-f]{64}$"
            },
            "signature": {
              "description": "The base64 of the DER signature over the archive, by the key that signed this document.",
              "type": "string",
              "pattern": "^[A-Za-z0-9+/]{4,96}={0,2}$"
            },
            "minShellVersion": { "description": "The oldest shell that can run it.", "$ref": "#/$defs/shell" },
            "maxShellVersion": { "description": "The newest shell that can run it; any if absent.", "$ref": "#/$defs/shell" }
            """##
        return members.split(separator: "\n").map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }

    // The expression of Semantic Versioning 2.0.0, without build metadata.
    private static let definitions = #"""
            "version": {
              "description": "A semantic version without build metadata.",
              "type": "string",
              "maxLength": 64,
              "pattern": "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?$"
            },
            "shell": {
              "description": "1 to 3 numbers joined by dots.",
              "type": "string",
              "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$"
            }
        """#
}
