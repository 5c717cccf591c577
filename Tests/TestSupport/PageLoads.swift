import Foundation

/// How long Chromium takes to load a page that has as many files as that of an app.
package enum PageLoads {
    /// 300 files of 5 MB: a page with scripts, styles and images.
    package static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var page = "<!doctype html><meta charset=\"utf-8\"><title>page</title>\n"
        for index in 0..<120 {
            let text = "globalThis.count = (globalThis.count ?? 0) + 1 // \(index)\n"
            files["assets/s\(index).js"] = Array(
                (text + String(repeating: "function f(){return 1}\n", count: 1_150)).utf8)
            page += "<script defer src=\"assets/s\(index).js\"></script>\n"
        }
        for index in 0..<39 {
            files["css/\(index).css"] = Array(String(repeating: ".c\(index) { color: red }\n", count: 420).utf8)
            page += "<link rel=\"stylesheet\" href=\"css/\(index).css\">\n"
        }
        for index in 0..<140 {
            // What follows the end of a PNG is no part of the picture.
            files["img/\(index).png"] = dot + [UInt8](repeating: UInt8(index), count: 10_000)
            page += "<img alt=\"\" src=\"img/\(index).png\">\n"
        }
        files["index.html"] = Array(page.utf8)
        return files
    }()

    private static let dot = [UInt8](
        hexadecimal: "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000"
            + "000d4944415478da6364f8cf500f00038601805a347d6b0000000049454e44ae426082")

    /// In how many rounds each page is loaded at most: three, or more on a machine that is busy.
    package static let rounds = 0..<12

    /// How many times what a plain server takes the first page may take.
    package static let mostTimes = 1.5

    /// The fastest load of each page, in milliseconds until all files are there.
    ///
    /// The pages take turns. A load that is cold, or that waits for a core, does not count then.
    ///
    /// - Parameter addresses: of the page, in each round; the last one is that of a plain server.
    package static func fastest(_ addresses: [(Int) -> String]) throws -> [Double] {
        var times = addresses.map { _ in Double.infinity }
        for round in rounds where round < 3 || times[0] > mostTimes * times[times.count - 1] {
            for (index, address) in addresses.enumerated() {
                let page = try visit(
                    address(round),
                    script: """
                        const images = [...document.images].filter((image) => image.naturalWidth === 1).length
                        const sheets = [...document.styleSheets].filter((sheet) => sheet.cssRules.length === 420).length
                        return [sheets, globalThis.count, images]
                        """, returning: [Int].self)
                guard page.result == [39, 120, 140] else {
                    throw CannotRun(description: "\(address(round)) has not loaded: \(page.result)")
                }
                times[index] = min(times[index], page.timing.loaded)
            }
        }
        return times
    }
}
