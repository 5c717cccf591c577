import ManifestVerifier
import Testing
import TestSupport

private let header = "platform,os,app,devices\n"
private let columns =
    "the first line is: platform,os,app,devices, in any order, and where it is known build,store,"
    + "channel,region,model"
private let long = String(repeating: "1", count: 1_025)
private let escaped = #"enclose the field in quotes and double those in it: "a ""b"" c""#
private let doubled = #"double a quote within a field: "a ""b"" c""#
private let tooMany = #"enclose a field with a comma in quotes: "a, b""#

/// Files that are refused, with the message behind the path and the hint.
private let brokenFiles: [(text: String, message: String, hint: String?)] = [
    // The first line.
    ("", " the file is empty", columns), ("\u{FEFF}", " the file is empty", columns),
    ("\n", "1:1: the first line does not name the columns \"platform\", \"os\", \"app\", \"devices\"", columns),
    ("platform,os,app\n", "1:1: the first line does not name the column \"devices\"", columns),
    ("platform,os,app,devices, OS\n", "1:25: the column \"os\" is there twice", columns),
    ("ä,platform,os,app,devices,\"app\"\n", "1:27: the column \"app\" is there twice", columns),
    (
        "platform;os;app;devices\n",
        "1:1: the first line does not name the columns \"platform\", \"os\", \"app\", \"devices\"",
        "separate the fields by commas"
    ),
    ("platform,os,a\"pp,devices\n", "1:14: a quote in a field that is not enclosed in quotes", escaped),
    // What is in a column.
    (header + "windows,17,1,5\n", "2:1: platform is ios or android, not \"windows\"", nil),
    (header + "ios ,17,1,5\n", "2:1: platform is ios or android, not \"ios \"", nil),
    (header + "\"\",17,1,5\n", "2:1: platform is ios or android, not \"\"", nil),
    (header + "ios,17,1,5\nios,x,1,5\n", "3:5: os is a version of iOS like 17.4, not \"x\"", nil),
    (header + "ios,1.2.3.4,1,5\n", "2:5: os is a version of iOS like 17.4, not \"1.2.3.4\"", nil),
    (header + "android,14.0,1,5\n", "2:9: os is an SDK level of Android like 34, not \"14.0\"", nil),
    (header + "android,0,1,5\n", "2:9: os is an SDK level of Android like 34, not \"0\"", nil),
    (
        header + "android,9999999999999999999,1,5\n",
        "2:9: os is an SDK level of Android like 34, not \"9999999999999999999\"", nil
    ),
    (header + "ios,17,1,\n", "2:10: devices is a whole number from 0 to 1000000000000, not \"\"", nil),
    (header + "ios,17,1,-5\n", "2:10: devices is a whole number from 0 to 1000000000000, not \"-5\"", nil),
    (header + "ios,17,1,5 \n", "2:10: devices is a whole number from 0 to 1000000000000, not \"5 \"", nil),
    (header + "ios,17,1,1e3\n", "2:10: devices is a whole number from 0 to 1000000000000, not \"1e3\"", nil),
    (
        header + "ios,17,1,1000000000001\n",
        "2:10: devices is a whole number from 0 to 1000000000000, not \"1000000000001\"", nil
    ),
    (
        header + "ios,17,1,99999999999999999999\n",
        "2:10: devices is a whole number from 0 to 1000000000000, not \"99999999999999999999\"", nil
    ),
    (
        header + "ios,17,1,1\nios,17,1,999999999999\nios,17,1,1\n",
        "4:10: with these there are more than 1000000000000 devices",
        nil
    ),
    (header + "ios,17,1\t0,1\n", "2:8: app has a character that cannot be printed", nil),
    (header + "ios,17,\"1\n0\",1\n", "2:8: app has a character that cannot be printed", nil),
    (header + "ios,17,1\u{7F},1\n", "2:8: app has a character that cannot be printed", nil),
    (header + "ios,17,\u{202E}1,1\n", "2:8: app has a character that cannot be printed", nil),
    (
        "platform,os,store,app,devices\nios,17,new,1,1\n", "2:8: store is a version like 3.2.0, not \"new\"", nil
    ),
    (
        "platform,os,store,app,devices\nandroid,17,3.2.0.1,1,1\n",
        "2:12: store is a version like 3.2.0 or a version code, not \"3.2.0.1\"", nil
    ),
    (
        header + "ios,\u{1B}[31m\(String(repeating: "é", count: 50)),1,5\n",
        #"2:5: os is a version of iOS like 17.4, not "\u{1B}[31m\#(String(repeating: "é", count: 35))…""#, nil
    ),
    // How many fields.
    (
        header + "ios,17,1\n", "2:9: a field is missing: there are 3 of 4",
        "every line has as many fields as the first one"
    ),
    (
        header + "ios,17,\"1\"", "2:11: a field is missing: there are 3 of 4",
        "every line has as many fields as the first one"
    ),
    (header + "ios,17,1,5,\n", "2:12: a field too many: the first line names 4 columns", tooMany),
    (header + "ios,17,1,5,\"6\"\n", "2:12: a field too many: the first line names 4 columns", tooMany),
    (header + "ios,17,1,5\n\n\r\nios,17,1,5\n", "3:1: the line is blank", nil),
    (
        header + "ios,17,1,5\n \n", "3:2: a field is missing: there are 1 of 4",
        "every line has as many fields as the first one"
    ),
    // Quotes and line ends.
    (header + "ios,17,1,5\nios,17,1\"2,5\n", "3:9: a quote in a field that is not enclosed in quotes", escaped),
    (header + "ios,17,\"1\"2,5\n", "2:11: expected a comma or the end of the line behind the closing quote", doubled),
    (header + "ios,17,\"1,5\n", "2:8: this quote is never closed", nil),
    (header + "ios,17,1,5\rios,17,1,5\n", "2:11: a carriage return without a line feed", "end lines with LF or CRLF"),
    (header + "ios,17,1,5\r", "2:11: a carriage return without a line feed", "end lines with LF or CRLF"),
    // The line breaks in quotes count, and scalars rather than bytes.
    (
        "a,platform,os,app,devices\n\"\n\n\",ios,17,1,5\n\"é\n日本\",ios,17,1,x\n",
        "6:14: devices is a whole number from 0 to 1000000000000, not \"x\"", nil
    ),
    // Bytes.
    (header + "ios,17,1\0,5\n", "2:9: a NUL byte", "save the file as UTF-8"),
    ("a,platform,os,app,devices\n\"\0\",ios,17,1,5\n", "2:2: a NUL byte", "save the file as UTF-8"),
    // Limits.
    (
        header + "ios,17,\(long),5\n", "2:8: a field is longer than 1024 bytes",
        "lines end with LF or CRLF, and commas separate fields"
    ),
    (
        header + "ios,17,1,5\nios,17,\"1,5\n" + String(repeating: "ios,17,1,5\n", count: 200),
        "3:8: a field is longer than 1024 bytes", "its closing quote may be missing"
    ),
    (
        header + "ios,17,1,5" + String(repeating: ",\(long.dropLast())", count: 64) + "\n",
        "2:1: the line is longer than 65536 bytes", "give the file only the columns that are needed"
    ),
]

@Test(arguments: brokenFiles)
func `a broken population is refused where it is broken`(text: String, message: String, hint: String?) {
    let expected = PopulationReading.refused(message, hint: hint)
    #expect(reading(text) == expected)
    #expect(reading(text, blockBytes: 1) == expected)
}

@Test func `bytes that are no UTF-8 are refused where they are`() {
    let start = Array("x,platform,os,app,devices\n\"é".utf8)
    let hint = "save the file as UTF-8"
    for (bytes, column) in [([0xFF], 3), ([0xC3], 3), ([0x41, 0xE2, 0x82], 4), ([0xED, 0xA0, 0x80], 3)]
        as [([UInt8], Int)]
    {
        let file = start + bytes + Array("\",ios,17,1,5\n".utf8)
        #expect(reading(file) == .refused("2:\(column): invalid UTF-8", hint: hint), "\(bytes)")
    }
    // As spreadsheets write it: UTF-16.
    #expect(
        reading([0xFF, 0xFE] + header.utf8.flatMap { [$0, 0] })
            == .refused("1:1: the text is UTF-16 instead of UTF-8", hint: hint))
}
