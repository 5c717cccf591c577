import Testing
import TestSupport

/// A file, the schema that it is held against, and whether it is valid.
typealias SchemaCase = (schema: String, path: String, isValid: Bool)

/// Checks every schema and every file with Python's `jsonschema`, in one run.
func judge(_ cases: [SchemaCase], in folder: TemporaryFolder) throws {
    #expect(try signet(["schema", "--output", "schemas"], in: folder).status == 0)
    let program = """
        import json, os, re, sys
        from jsonschema import Draft202012Validator
        validators = {}
        for file in os.listdir('schemas'):
            schema = json.load(open('schemas/' + file, encoding='utf-8'))
            Draft202012Validator.check_schema(schema)
            validators[file.removesuffix('.schema.json')] = Draft202012Validator(schema)
        for line in sys.stdin.read().splitlines():
            name, path, expected = line.split(' ')
            text = re.sub(r'(?m)^ *//.*$', '', open(path, encoding='utf-8').read())
            errors = [e.json_path + ': ' + e.message for e in validators[name].iter_errors(json.loads(text))]
            if (not errors) != (expected == 'true'): print(path, 'against', name, errors[:3] or 'is valid:\\n' + text)
        """
    let lines = cases.map { "\($0.schema) \($0.path) \($0.isValid)\n" }.joined()
    let output = try check("python3", ["-c", program], in: folder.root, input: Array(lines.utf8))
    #expect(output == "")
}

/// The policy of the project's own documentation.
let examplePolicy = """
        {
          "descriptions": "Descriptions.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "profile": "dated",
              "resignAfter": "12h",
              "cacheControl": "public, max-age=300, stale-if-error=86400",
              "ios": {
                "storeURL": "https://apps.apple.com/app/id123456",
                "minimumOSVersion":      { "value": "13.5.0", "description": "os-required" },
                "minimumAppVersion":     { "value": "3.0.0", "build": 40000, "description": "app-required" },
                "recommendedAppVersion": { "value": "3.2.0", "title": "app-recommended-title", "description": "app-recommended" },
                "latestAppVersion":      { "value": "3.2.0", "build": 41000 }
              },
              "android": {
                "storeURL": "https://play.google.com/store/apps/details?id=com.example",
                "minimumSDKVersion":     { "value": 23, "description": "os-required" },
                "minimumAppVersion":     { "value": 8, "versionName": "3.0.0", "description": "app-required" },
                "latestAppVersion":      { "value": 9, "versionName": "3.2.0" }
              },
              "maintenance": { "active": false, "message": "maintenance" },
              "documents": {
                "availability": "distribution/availability-{platform}",
                "app-config": "api/v1/app-config",
                "environment-config": { "path": "configs/v1/env.json", "base": "env.json", "environments": { "mainnet": "production" } },
                "remote-config": "remote-config-{platform}.json",
                "firebase-template": "remoteconfig.template.json",
                "files": { "distribution/": "static/" }
              }
            },
            "staging": { "extends": "production", "origin": "https://staging.example.com", "ios": { "minimumAppVersion": { "value": "3.1.0" } } }
          }
        }
    """
