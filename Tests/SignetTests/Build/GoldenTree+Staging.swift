extension GoldenTree {
    /// The bodies of environment `staging`, which extends the other one and takes things away.
    static let staging: [(path: String, body: String)] = [
        (
            "staging/api/v1/app-config",
            """
            {
              "minimumVersion": "4.0.0",
              "latestVersion": "4.0.0",
              "updateUrl": {
                "ios": "https://apps.apple.com/app/id1"
              },
              "maintenanceMode": false,
              "maintenanceMessage": null
            }

            """
        ),
        (
            "staging/files/notes.txt",
            """
            notes

            """
        ),
        (
            "staging/remote-config-ios.json",
            """
            {
              "platform": "ios",
              "force_update_version": "4.0.0",
              "optional_update_version": "4.0.0"
            }

            """
        ),
        (
            "staging/remoteconfig.template.json",
            """
            {
              "conditions": [
                {
                  "name": "ios",
                  "expression": "device.os == 'ios'"
                }
              ],
              "parameters": {
                "force_update_version": {
                  "defaultValue": {
                    "value": "0.0.0"
                  },
                  "conditionalValues": {
                    "ios": {
                      "value": "4.0.0"
                    }
                  },
                  "description": "Below this version the app must be updated.",
                  "valueType": "STRING"
                },
                "optional_update_version": {
                  "defaultValue": {
                    "value": "0.0.0"
                  },
                  "conditionalValues": {
                    "ios": {
                      "value": "4.0.0"
                    }
                  },
                  "description": "Below this version an update is recommended.",
                  "valueType": "STRING"
                }
              }
            }

            """
        ),
    ]
}
