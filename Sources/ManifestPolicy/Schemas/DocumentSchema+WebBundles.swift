extension DocumentSchema {
    static let webBundleManifest = DocumentSchema(
        "web-bundle-manifest", "builds/manifest.json: the newest web bundle", title: "Web-bundle manifest",
        description:
            "The newest web bundle and the native shells that can run it. Members that are unknown are ignored.",
        members: #"""
            "required": ["version", "url", "sha256", "signature", "minShellVersion"],
            "properties": {
            \#(bundleMembers.indented()),
              \#(versions("withdrawn", "The versions that clients must leave, the newest first."))
            }
            """#,
        definitions: [semanticVersion, numbers("shell")])

    static let webBundleIndex = DocumentSchema(
        "web-bundle-index", "builds/index.json: every web bundle that is offered or withdrawn",
        title: "Web-bundle index",
        description:
            "Every web bundle that is offered, and every one that is no longer. Members that are unknown are ignored.",
        members: #"""
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
            }
            """#,
        definitions: [
            #"""
            "bundle": {
              "description": "One web bundle with the size of its archive.",
              "type": "object",
              "required": ["version", "url", "sha256", "size", "signature", "minShellVersion"],
              "properties": {
                "size": { "description": "The size of the archive in bytes.", "type": "integer", "minimum": 1 },
            \#(bundleMembers.indented(2))
              }
            }
            """#,
            semanticVersion,
            numbers("shell"),
        ])

    static let bundleList = DocumentSchema(
        "bundles", "bundles.json: the reviewed list of web bundles", title: "Web bundles",
        description: "The versions of a team's web bundles, each once. Only archives that are named here are signed.",
        members: #"""
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
            \#(archiveDigest.indented(4)),
                    "size": {
                      "description": "The size of the archive in bytes.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 1073741824
                    },
            \#(shells.indented(4)),
                    "state": {
                      "description": "offered (if absent); retired: no longer offered, clients keep it; withdrawn: clients leave it.",
                      "enum": ["offered", "retired", "withdrawn"]
                    }
                  }
                }
              }
            }
            """#,
        definitions: [semanticVersion, numbers("shell")])

    private static let bundleMembers = #"""
        "version": { "description": "The version of the bundle.", "$ref": "#/$defs/version" },
        "url": {
          "description": "Where the archive is: an https URL, or a name beside this document.",
          "type": "string",
          "minLength": 1,
          "maxLength": 1024
        },
        \#(archiveDigest),
        "signature": {
          "description": "The base64 of the DER signature over the archive, by the key that signed this document.",
          "type": "string",
          "pattern": "^[A-Za-z0-9+/]{4,96}={0,2}$"
        },
        \#(shells)
        """#

    private static let archiveDigest = #"""
        "sha256": {
          "description": "The SHA-256 of the archive in lowercase hexadecimal digits.",
          "type": "string",
          "pattern": "^[0-9a-f]{64}$"
        }
        """#

    private static let shells = #"""
        "minShellVersion": { "description": "The oldest shell that can run it.", "$ref": "#/$defs/shell" },
        "maxShellVersion": { "description": "The newest shell that can run it; any if absent.", "$ref": "#/$defs/shell" }
        """#

    /// A member that lists versions.
    private static func versions(_ name: String, _ description: String) -> String {
        #"""
        "\#(name)": { "description": "\#(description)", "type": "array", "maxItems": 1000, "items": { "description": "One version.", "$ref": "#/$defs/version" } }
        """#
    }

    // The expression of Semantic Versioning 2.0.0, without build metadata.
    private static let semanticVersion = #"""
        "version": {
          "description": "A semantic version without build metadata.",
          "type": "string",
          "maxLength": 64,
          "pattern": "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?$"
        }
        """#
}
