/// A policy that differs from the one with every format, or is one of its own.
struct PolicyVariant {
    /// What is replaced; nil when `text` is the whole policy.
    let find: String?
    /// What it is replaced with.
    let text: String

    private init(_ find: String?, _ text: String) {
        self.find = find
        self.text = text
    }

    private static let origin = #""origin": "https://distribution.example.com","#
    /// The origin with all that says how signatures travel.
    private static let delivery = origin + #" "profile": "body", "envelopes": ["headers"],"#
    private static let system = #""minimumSDKVersion": { "value": 23,"#
    private static let files = #""files": { "files/": "static/" }"#
    private static let flat = #""remote-config-{platform}.json""#
    private static let template = #""remoteconfig.template.json""#
    private static let minimum = #""minimumOSVersion": { "value": "13.5.0", "description": "os" },"#

    /// Policies that are refused.
    static let broken: [PolicyVariant] = [
        PolicyVariant(nil, "[]"),
        PolicyVariant(nil, "{}"),
        PolicyVariant(nil, #"{ "environments": {} }"#),
        PolicyVariant(nil, #"{ "environments": { "a": null } }"#),
        PolicyVariant(nil, #"{ "environments": { "a": { "origin": "https://a.example" } } }"#),
        PolicyVariant(nil, #"{ "environments": { "a": { "documents": {} } } }"#),
        PolicyVariant(nil, #"{ "environments": { ".a": { "origin": "https://a.example", "documents": {} } } }"#),
        PolicyVariant(
            nil, #"{ "environments": { "a": { "origin": "https://a.example", "ios": null, "documents": {} } } }"#),
        PolicyVariant("\"descriptions\":", "\"$schema\": 1, \"descriptions\":"),
        PolicyVariant("\"descriptions\":", "\"description\":"),
        PolicyVariant("\"maintenance\":", "\"maintenence\":"),
        PolicyVariant("\"minimumOSVersion\":", "\"minimumSDKVersion\":"),
        PolicyVariant("\"extends\": \"production\"", "\"extends\": null"),
        PolicyVariant("https://distribution.example.com", "http://distribution.example.com"),
        PolicyVariant("https://staging.example.com", "https://staging.example.com/"),
        PolicyVariant("https://staging.example.com", "https://a:b@staging.example.com"),
        PolicyVariant(delivery, #"\#(origin) "profile": "both","#),
        PolicyVariant(origin, #"\#(origin) "resignAfter": "12 hours","#),
        PolicyVariant(origin, #"\#(origin) "resignAfter": "0h","#),
        PolicyVariant(origin, #"\#(origin) "resignAfter": 12,"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": "a\"b","#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": 17,"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": "max-age=1 ,iMMutable","#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "default": "immutable" },"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "availabilty": "no-store" },"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "app-config": "é" },"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "app-config": null },"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "files": { "files/": "no-store" } },"#),
        PolicyVariant(origin, #"\#(origin) "resignAfter": "1w","#),
        PolicyVariant("\"13.5.0\"", #""13.5.0", "demise": "yes""#),
        PolicyVariant("\"latestAppVersion\": { \"value\": 9,", #""latestAppVersion": { "demise": true, "value": 9,"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": null,"#),
        PolicyVariant(system, #""minimumSDKVersion": { "value": "23","#),
        PolicyVariant(system, #""minimumSDKVersion": { "value": 0,"#),
        PolicyVariant(system, #""minimumSDKVersion": { "value": 23.5,"#),
        PolicyVariant(system, #""minimumSDKVersion": {"#),
        PolicyVariant(system, #"\#(system) "title": "os","#),
        PolicyVariant(system, #"\#(system) "versionName": "6.0","#),
        PolicyVariant(minimum, ""),
        PolicyVariant("\"13.5.0\"", "13"),
        PolicyVariant("\"13.5.0\"", "\"1.2.3.4\""),
        PolicyVariant("\"13.5.0\"", "\"v13\""),
        PolicyVariant("\"13.5.0\"", "\"13.\""),
        PolicyVariant("\"build\": 40000", "\"build\": \"40000\""),
        PolicyVariant("\"active\": false", "\"active\": \"no\""),
        PolicyVariant("\"active\": false, ", ""),
        PolicyVariant("https://apps.apple.com/app/id1", "http://apps.apple.com/app/id1"),
        PolicyVariant("https://apps.apple.com/app/id1", "https://apps.apple.com/app id1"),
        PolicyVariant("\"description\": \"os\"", #""description": {}"#),
        PolicyVariant("\"description\": \"os\"", #""description": { "en": 1 }"#),
        PolicyVariant("\"description\": \"os\"", #""description": { "en_GB": "a" }"#),
        PolicyVariant("\"message\": \"app\"", #""message": ["app"]"#),
        PolicyVariant("\"value\": 8, \"versionName\": \"3.0.0\", \"description\": \"app\"", #""description": "app""#),
        PolicyVariant("\"value\": 8, \"versionName\": \"3.0.0\"", #""versionName": "3.0.0""#),
        PolicyVariant(system, #""minimumSDKVersion": { "versionName": "6.0","#),
        PolicyVariant("\"api/v1/app-config\"", "\"/api/app-config\""),
        PolicyVariant("\"api/v1/app-config\"", "\"api/app.Headers\""),
        PolicyVariant("\"api/v1/app-config\"", "\"publication\""),
        PolicyVariant("\"api/v1/app-config\"", "17"),
        PolicyVariant("[\"configs/env.json\", \"configs/v1/env.json\"]", "[]"),
        PolicyVariant("\"base\": \"env.json\",", ""),
        PolicyVariant("\"base\": \"env.json\"", "\"base\": \"keys/env.json\""),
        PolicyVariant("\"base\": \"env.json\"", "\"base\": \"../env.json\""),
        PolicyVariant(#"{ "mainnet": "production", "testnet": "staging", "copy": "production" }"#, "{}"),
        PolicyVariant(flat, #"{ "path": "r-{platform}", "forceParameter": "1x" }"#),
        PolicyVariant(flat, #"{ "path": "r-{platform}", "force": "x" }"#),
        PolicyVariant(flat, #"{ "forceParameter": "x" }"#),
        PolicyVariant(flat, #"{ "path": "r-{platform}", "base": "env.json" }"#),
        PolicyVariant(template, #"{ "path": "t-{platform}", "base": "env.json" }"#),
        PolicyVariant(template, #"{ "path": "t", "base": "../env.json" }"#),
        PolicyVariant(template, #"{ "base": "env.json" }"#),
        PolicyVariant(template, #"{ "path": "t", "conditions": "env.json" }"#),
        PolicyVariant(files, #""files": { "files/": "static" }"#),
        PolicyVariant(files, #""files": { "files/": "*.json" }"#),
        PolicyVariant(files, #""files": { "files/": "static/*/" }"#),
        PolicyVariant(files, #""files": { "notes.sig": "static/notes.txt" }"#),
        PolicyVariant(files, #""files": { "files/": ".git/" }"#),
        PolicyVariant(files, #""files": [ "static/" ]"#),
        .rules(#"{ "id": "a" }"#), .rules(#"{ "id": "a", "then": "never" }"#),
        .rules(#"{ "id": "a b", "then": "available" }"#), .rules(#"{ "id": "minimum-os", "then": "available" }"#),
        .rules(#"{ "id": "a", "then": "available", "title": { "en": "a" } }"#),
        .rules(#"{ "id": "a", "then": "required", "grace": "1d" }"#),
        .rules(#"{ "id": "a", "then": "required", "message": { "en": "a" } }"#),
        .rules(#"{ "id": "a", "then": "maintenance", "description": { "en": "a" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "sdk": "1" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "app": "=1" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "app": [] } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "region": "" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "region": "ZZ\"; channel \"internal" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "channel": ["beta", "be\u200Bta"] } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "from": "2026-12-01" } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "share": { "salt": "a", "steps": [] } } }"#),
        .rules(#"{ "id": "a", "then": "available", "when": { "share": { "salt": "a" } } }"#),
        .rules(#"{ "id": "a", "then": "recommended", "grace": "0d" }"#),
        .rules(#"{ "id": "a", "then": "required", "url": "http://a.example" }"#),
        .rules(#"{ "id": "a", "then": "required", "description": {} }"#),
        .rules(#"{ "id": "a", "then": "available" }"#, latest: #"{ "app": "1.2.3.4" }"#),
        .rules(#"{ "id": "a", "then": "available" }"#, latest: #"{ "app": "1", "sdk": "1" }"#),
        .rules(#"{ "id": "a", "then": "available" }"#, latest: #"{ "app": "1", "build": 0 }"#),
    ]

    /// A policy with a rule and a latest version.
    private static func rules(_ rule: String, latest: String = #"{ "app": "1" }"#) -> PolicyVariant {
        PolicyVariant(
            nil,
            """
            { "environments": { "production": { "origin": "https://a.example", "profile": "dated",
              "ios": { "rules": [ \(rule) ], "latest": [ \(latest) ] },
              "documents": { "gate": "gate/{platform}.json" } } } }
            """)
    }

    /// Policies that are built.
    static let sound: [PolicyVariant] = [
        PolicyVariant(
            nil,
            """
            { "environments": { "production": {
              "origin": "https://a.example:8443", "documents": { "files": { "/": "static/" } } } } }
            """),
        PolicyVariant(delivery, #"\#(origin) "profile": "dated", "resignAfter": "90s", "cacheControl": "no-store","#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": {},"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "default": "x-immutable", "app-config": "no-store" },"#),
        PolicyVariant(origin, #"\#(origin) "cacheControl": { "files": "immutable" },"#),
        PolicyVariant("\"android\": null,", #""android": null, "cacheControl": { "default": null, "files": null },"#),
        PolicyVariant("\"descriptions\":", #""$schema": "./policy.schema.json", "descriptions":"#),
        PolicyVariant("\"api/v1/app-config\"", "\"api/app-config-{platform}\""),
        PolicyVariant("\"description\": \"os\"", #""description": { "en": "Update", "zh-Hant-TW": "", "x-a": "{{" }"#),
        PolicyVariant("\"message\": \"app\"", #""message": { "en": "Closed" }"#),
        PolicyVariant("\"android\": null,", #""android": null, "maintenance": { "message": { "en": "Ar gau" } },"#),
        PolicyVariant(
            nil,
            """
            { "environments": { "production": { "origin": "https://a.example",
              "android": { "storeURL": "https://a.example/a", "minimumAppVersion": { "versionName": "3.0.0" },
                "latestAppVersion": { "versionName": "3.2.0" } },
              "documents": { "app-config": "app-config" } } } }
            """),
        PolicyVariant("\"13.5.0\"", #""13.5.0", "demise": true"#),
        PolicyVariant("\"13.5.0\"", "\"5.00\""),
        PolicyVariant("\"13.5.0\"", "\"99\""),
        PolicyVariant(
            "\"android\": null,", #""android": null, "maintenance": { "message": null }, "cacheControl": null,"#),
        PolicyVariant("\"availability\": \"distribution", "\"availability\": \"{platform}/distribution"),
        PolicyVariant("\"api/v1/app-config\"", #"{ "path": "app-config", "updateUrl": "https://a.example/?b=c#d" }"#),
        PolicyVariant(flat, #"{ "path": "r-{platform}", "forceParameter": "must", "optionalParameter": "_may" }"#),
        PolicyVariant(template, #"{ "path": "t", "base": "base.json", "forceParameter": "must" }"#),
        PolicyVariant(files, #""files": { "/": "static/" }"#),
        PolicyVariant(files, #""files": { "notes.txt": "static/notes.txt" }"#),
        .rules(#"{ "id": "a", "then": "available" }"#, latest: ""),
        .rules(
            #"{ "id": "a", "then": "maintenance", "scope": "b", "title": { "en": "a" }, "message": { "en": "a" } }"#),
        .rules(
            #"""
            { "id": "a", "then": "recommended", "requiredFrom": "2026-12-01T00:00:00Z", "grace": "7d", "url": "https://a.example/b",
              "when": { "app": [ "<1", "2...3", ">=4.5.6" ], "build": ">7", "os": "8", "channel": [ "a", "b c_#[!~" ], "model": "c*",
                "from": "2026-11-01T00:00:00Z", "until": "2036-12-01T00:00:00Z",
                "share": { "salt": "d", "steps": [ [ "2026-12-01T00:00:00Z", 0.25 ], [ "2026-12-02T00:00:00Z", 1E+2 ] ] } } }
            """#, latest: #"{ "app": "1", "os": [ ">=1", "2" ], "build": 3 }"#),
    ]
}
