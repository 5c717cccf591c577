// How documents spell versions: a string on iOS, an integer for SDK levels and builds.

extension NumericVersion {
    package init(versionJSON value: JSONValue) throws(JSONShapeError) {
        let spelling = try value.asString()
        guard let version = NumericVersion(spelling) else {
            throw value.unacceptable("\"\(spelling)\" is not a version of 1 to 3 numbers joined by dots")
        }
        self = version
    }

    package var versionJSON: JSONValue { .string(spelling) }
}

extension Int {
    package init(versionJSON value: JSONValue) throws(JSONShapeError) {
        self = try value.asInteger()
        guard self > 0 else { throw value.unacceptable("\(self) is not a positive integer") }
    }

    package var versionJSON: JSONValue { .integer(self) }
}
