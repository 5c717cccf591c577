import ManifestVerifier
import PublicationTree

extension DocumentSchema {
    static let publication = DocumentSchema(
        "publication", "what publication.jws says: the index of one environment's tree", title: "Signet publication",
        description: "The index of one environment's tree: every document with its size, SHA-256 and headers.",
        members: #"""
            "additionalProperties": false,
            "required": [
              "environment", "profile", "origin", "resignAfter", "cacheControl", "envelopes", "keys", "documents"
            ],
            "properties": {
              "environment": {
                "description": "The environment that the tree is of.",
                "type": "string",
                "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"
              },
              "profile": { "description": "What the signatures in headers cover.", "enum": ["body", "dated"] },
              "origin": { "description": "Scheme and host of the URLs of the documents.", "type": "string" },
              "resignAfter": {
                "description": "The age in seconds at which a signature with a date is renewed.",
                "type": "integer",
                "minimum": 0
              },
              "cacheControl": {
                "description": "The cache-control of the index.",
                "type": "string",
                "pattern": "^[!#-~]([ !#-~]{0,254}[!#-~])?$"
              },
              "envelopes": {
                "description": "In what signatures of documents travel.",
                "type": "array",
                "items": { "enum": [\#(Envelopes.names.map { "\"\($0)\"" }.joined(separator: ", "))] },
                "uniqueItems": true,
                "minItems": 1
              },
              "keys": {
                "description": "The keys of the environment, oldest first; none before anything is signed.",
                "type": "array",
                "items": { "$ref": "#/$defs/key" }
              },
              "built": {
                "description": "What the builder claims.",
                "type": "object",
                "additionalProperties": false,
                "required": ["policy"],
                "properties": {
                  "policy": {
                    "description": "SHA-256 of the file of the policy.",
                    "type": "string",
                    "pattern": "^[0-9a-f]{64}$"
                  }
                }
              },
              "documents": {
                "description": "The documents, ordered by the bytes of their paths, each once.",
                "type": "array",
                "maxItems": 100000,
                "items": { "$ref": "#/$defs/document" }
              }
            }
            """#,
        definitions: [
            #"""
            "key": {
              "type": "object",
              "additionalProperties": false,
              "required": ["id", "sha256", "state"],
              "properties": {
                "id": { "description": "Its id.", "type": "string", "pattern": "^[A-Za-z0-9._:/-]{1,256}$" },
                "sha256": {
                  "description": "SHA-256 of the SubjectPublicKeyInfo.",
                  "type": "string",
                  "pattern": "^[0-9a-f]{64}$"
                },
                "state": { "description": "What it was used for then.", "enum": ["next", "active", "retired", "revoked"] }
              }
            }
            """#,
            #"""
            "document": {
              "type": "object",
              "additionalProperties": false,
              "required": ["path", "format", "bytes", "sha256", "contentType", "headers"],
              "properties": {
                "path": {
                  "description": "The path in the tree and, after the origin and a /, in the URL.",
                  "type": "string",
                  "maxLength": 1024,
                  "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}$",
                  "not": {
                    "anyOf": [
                      { "pattern": "\\.([Ss][Ii][Gg]|[Hh][Ee][Aa][Dd][Ee][Rr][Ss]|[Jj][Ww][Ss])(/|$)" },
                      { "pattern": "^[Pp][Uu][Bb][Ll][Ii][Cc][Aa][Tt][Ii][Oo][Nn](/|$)" }
                    ]
                  }
                },
                "format": {
                  "description": "What the document is.",
                  "enum": [\#(DocumentFormat.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
                },
                "bytes": { "description": "The size of the body in bytes.", "type": "integer", "minimum": 0 },
                "sha256": {
                  "description": "The SHA-256 of the body in lowercase hexadecimal digits.",
                  "type": "string",
                  "pattern": "^[0-9a-f]{64}$"
                },
                "contentType": {
                  "description": "The content type, as in the headers.",
                  "type": "string",
                  "$ref": "#/$defs/headerValue"
                },
                "headers": {
                  "description": "The response headers that a host must send with the body.",
                  "type": "object",
                  "required": ["content-type"],
                  "propertyNames": { "pattern": "^[a-z0-9-]+$" },
                  "additionalProperties": { "$ref": "#/$defs/headerValue" }
                },
                "jws": {
                  "description": "The SHA-256 of the .jws, if there is one.",
                  "type": "string",
                  "pattern": "^[0-9a-f]{64}$"
                },
                "parameters": {
                  "description": "The parameters that apps read in remote configuration.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["force", "optional"],
                  "properties": {
                    "force": { "description": "Below its version the app must be updated.", "$ref": "#/$defs/parameter" },
                    "optional": {
                      "description": "Below its version people are advised to update.",
                      "$ref": "#/$defs/parameter"
                    }
                  }
                },
                "environments": {
                  "description": "The ids in an environment config that are this environment's.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "urlPrefix": {
                  "description": "What precedes the name of a web bundle's archive in its URL.",
                  "type": "string"
                }
              }
            }
            """#,
            #"""
            "parameter": { "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,255}$" }
            """#,
            #"""
            "headerValue": { "type": "string", "pattern": "^[!-~]([ -~]*[!-~])?$" }
            """#,
        ])
}
