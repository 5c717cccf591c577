extension DocumentSchema {
    static let keyRing = DocumentSchema(
        "keyring", "keys/keyring.json: the public keys of a team, oldest first", title: "Signet key ring",
        description: "The keys of a team, oldest first. Private keys are in files of their own, never in git.",
        members: #"""
            "additionalProperties": false,
            "required": ["keys"],
            "properties": {
              "keys": {
                "description": "The keys; ids and names are unique, and one at most is active for an environment.",
                "type": "array",
                "items": {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["id", "name", "publicKey", "environment", "state"],
                  "properties": {
                    "id": {
                      "description": "What names the key in a signature header; by default the SHA-256 of its public half.",
                      "type": "string",
                      "pattern": "^[A-Za-z0-9._:/-]{1,256}$"
                    },
                    "name": { "description": "What people call the key.", "$ref": "#/$defs/fileName" },
            \#(member("publicKey", "The file beside the ring that holds the public key as PEM.", "fileName").indented(4)),
                    "environment": {
                      "description": "The one environment that the key signs for.",
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"
                    },
                    "state": {
                      "description": "next: clients trust it already; active: it signs; retired: it still verifies; revoked: never.",
                      "enum": ["next", "active", "retired", "revoked"]
                    },
                    "shippedIn": { "description": "The first app version that embeds the key.", "type": "string" },
                    "signer": {
                      "description": "Where the private key is: a PEM file beside the ring, an environment variable, a token or AWS KMS.",
                      "type": "string",
                      "maxLength": 2048,
                      "anyOf": [
                        { "pattern": "^file:[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}$" },
                        { "pattern": "^env:[A-Za-z_][A-Za-z0-9_]*$" },
                        { "$ref": "#/$defs/token" },
                        { "$ref": "#/$defs/kmsKey" }
                      ]
                    }
                  }
                }
              }
            }
            """#,
        definitions: [
            #"""
            "fileName": { "type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}$" }
            """#,
            #"""
            "token": {
              "description": "RFC 7512, without a query; it names a key, and neither a PIN nor a module.",
              "allOf": [
                { "pattern": "^pkcs11:(.*;)?(object|id)=" },
                { "pattern": "^pkcs11:((token|manufacturer|serial|model|library-manufacturer|library-version|library-description|object|id|slot-manufacturer|slot-description|slot-id)=([A-Za-z0-9._~:\\[\\]@!$'()*+,=-]|%[0-9A-Fa-f]{2})+(;(?=[a-z])|$)|type=private(;(?=[a-z])|$))+$" }
              ]
            }
            """#,
            #"""
            "kmsKey": {
              "description": "A key id, an alias, or the ARN of one of them.",
              "anyOf": [
                { "pattern": "^awskms:(arn:aws[a-z0-9-]*:kms:[a-z0-9-]+:[0-9]{12}:key/)?([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$" },
                { "pattern": "^awskms:(arn:aws[a-z0-9-]*:kms:[a-z0-9-]+:[0-9]{12}:)?alias/[A-Za-z0-9/_-]{1,250}$" }
              ]
            }
            """#,
        ])
}
