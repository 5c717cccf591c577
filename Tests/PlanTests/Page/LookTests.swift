import Foundation
import ManifestVerifier
import Policy
import Plan
import Testing
import TestSupport

/// A page in a folder of its own.
private struct PageFile {
    let folder: TemporaryFolder

    init(_ page: [UInt8]) throws {
        folder = try TemporaryFolder()
        try folder.write("plan.html", page)
    }

    init(_ page: String) throws { try self.init(Array(page.utf8)) }

    /// Runs a script in the page.
    func visit<Result: Decodable & Sendable>(
        _ script: String, returning: Result.Type = Result.self, _ options: [String] = []
    ) throws -> PageVisit<Result> {
        try TestSupport.visit(folder.path("plan.html"), script: script, options)
    }

    /// What the check of accessibility finds wrong.
    func faults(_ options: [String] = []) throws -> PageVisit<[String]> {
        let check = repositoryRoot.appendingPathComponent("Tests/Servers/accessibility.js")
        return try visit(try String(contentsOf: check, encoding: .utf8), options)
    }
}

@Test(.peers(.chromium, .python3), .unlessHung, arguments: [320, 768, 1_280, 1_920])
func `a rich page can be read by everyone, and does nothing that its policy forbids`(width: Int) throws {
    let visit = try PageFile(try DemoPage.bytes.get()).faults(["--width", String(width)])
    #expect(visit.result == [])
    #expect(visit.violations.isEmpty)
    #expect(visit.exceptions.isEmpty)
    #expect(visit.console.isEmpty)
    #expect(visit.dialogs.isEmpty)
    #expect(visit.requests.count == 1)
}

/// A page without faults, for others to be planted in.
private let soundPage = """
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>sound</title>
        <style>
          body { background: #fff; color: #000 } :focus-visible { outline: 3px solid #000 }
          a, summary { display: inline-block; min-height: 24px; min-width: 24px }
          @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } a { color: #fff } }
        </style>
      </head>
      <body>
        <header><h1>one</h1></header>
        <main>
          <h2>two</h2>
          <p lang="ar" dir="rtl">text</p>
          <table><caption>rows</caption><tr><th scope="col">a</th></tr><tr><td>b</td></tr></table>
          <p><a href="#here">link</a></p><p id="here">here</p>
          <details><summary>more</summary><p>closed</p></details>
          <figure><figcaption>bars</figcaption><svg role="img"><title>bars</title></svg></figure>
        </main>
      </body>
    </html>
    """

/// Faults that can all be in one page, and how they are told.
private let addedFaults: [(String, String)] = [
    ("<h6>deep</h6>", "a heading skips a level: h6"),
    ("<h1>second</h1>", "there is not one h1"),
    ("<h2 class=\"silent\"><span aria-hidden=\"true\">x</span></h2>", "a heading is empty: h2.silent"),
    ("<ul class=\"odd\"><p>x</p></ul>", "a list holds something else: ul.odd"),
    ("<button class=\"mute\"></button>", "it has no name: button.mute"),
    ("<input class=\"mute\">", "it has no name: input.mute"),
    ("<section class=\"mute\">x</section>", "it has no name: section.mute"),
    ("<nav aria-label=\"twin\"></nav><nav aria-label=\"twin\"></nav>", "two landmarks have the name \"twin\""),
    ("<p id=\"here\">x</p>", "two elements have the id \"here\""),
    ("<p aria-describedby=\"nowhere\">x</p>", "aria-describedby leads nowhere"),
    ("<dl><dt>x</dt></dl>", "a dl has a name without a value"),
    ("<p style=\"width: 9000px\">wide</p>", "the page must be scrolled sideways"),
    (
        "<div class=\"table\" style=\"overflow: auto; width: 90px\"><p style=\"width: 99px\">cut</p></div>",
        "a table must be scrolled sideways"
    ),
    ("<p style=\"color: #777; background: #fff\">pale</p>", "light: a contrast of 4.48: p \"pale\""),
    ("<p style=\"color: #000\">black</p>", "dark: a contrast of 1.00: p \"black\""),
    (
        "<svg aria-hidden=\"true\"><line class=\"faint\" stroke=\"#ccc\"/></svg>",
        "light: a contrast of 1.61: line.faint"
    ),
    ("<img class=\"bare\">", "an image has no alt: img.bare"),
]

/// Faults in what a page has already: what replaces what.
private let changedFaults: [(String, String, String)] = [
    ("<main>", "<p>lost</p><main>", "it is in no landmark"),
    ("lang=\"ar\"", "lang=\"ar_EG\"", "its lang is not one"),
    ("dir=\"rtl\"", "dir=\"right\"", "its dir is not one"),
    ("<html lang=\"en\">", "<html>", "the page has no language"),
    ("<title>sound</title>", "<title> </title>", "the page has no title"),
    ("<caption>rows</caption>", "", "it has no name: table"),
    (" scope=\"col\"", "", "a header has no scope"),
    ("<td>b</td>", "<td>b</td><td>c</td>", "the rows of a table differ in length"),
    ("href=\"#here\"", "href=\"#there\"", "a link leads nowhere"),
    ("<p><a ", "<p aria-hidden=\"true\"><a ", "what is hidden can be focused"),
    ("<figcaption>bars</figcaption>", "", "a figure has no caption"),
    ("<svg role=\"img\">", "<svg>", "an svg is neither hidden nor an image"),
    ("<title>bars</title></svg>", "</svg>", "it has no name: figure"),
    ("width=device-width\"", "width=device-width, maximum-scale=1\"", "the page cannot be zoomed"),
    ("<summary>more", "<summary style=\"min-height: 0; font-size: 9px\">more", "it is too small to be touched"),
    ("<summary>more", "<summary style=\"outline: none\">more", "its focus cannot be seen"),
    ("<summary>more", "<summary tabindex=\"2\">more", "its tabindex is positive"),
    ("<summary>more", "<summary onfocus=\"this.blur()\">more", "Tab leads to place -1 after 0"),
    ("<summary>more</summary>", "", "it does not begin with a summary"),
]

@Test(.peers(.chromium, .python3), .unlessHung)
func `the check of accessibility finds every fault that is planted`() throws {
    var pages: [(page: String, parts: Set<String>, expected: [String])] = [
        (soundPage, [], []),
        (
            soundPage.replacing("</main>", with: addedFaults.map(\.0).joined() + "</main>"), ["all"],
            addedFaults.map(\.1)
        ),
    ]
    for (part, fault, words) in changedFaults {
        #expect(soundPage.contains(part))
        // A part can be changed in one way in each page.
        let place = pages.dropFirst().firstIndex { page in
            !page.parts.contains { $0 == "all" || $0.hasPrefix(part) || part.hasPrefix($0) }
        }
        if place == nil { pages.append((soundPage, [], [])) }
        let index = place ?? pages.count - 1
        pages[index].page = pages[index].page.replacing(part, with: fault)
        pages[index].parts.insert(part)
        pages[index].expected.append(words)
    }
    for (page, _, expected) in pages {
        let found = try PageFile(page).faults().result
        if expected.isEmpty { #expect(found == []) }
        for words in expected {
            #expect(found.contains { $0.contains(words) }, "not found: \(words), but: \(found)")
        }
    }
}

/// What is seen of the phones of a page.
private struct Phones: Decodable, Sendable {
    let count: Int
    /// What a text does that it must not do.
    let faults: [String]
    let directions: [String: [String]]
    let sizes: [String]

    static let script = """
        const faults = []
        const messages = [...document.querySelectorAll(".message")]
        const see = size => {
          for (const message of messages) {
            for (const details of document.querySelectorAll("details")) details.open = true
            const box = message.getBoundingClientRect()
            if (Math.abs(box.width - 320) > 0.5) faults.push(`${size}: a phone is ${box.width} wide`)
            if (getComputedStyle(message).contain != "paint") faults.push(`${size}: a message is not contained`)
            for (const text of message.querySelectorAll("p")) {
              const range = document.createRange()
              range.selectNodeContents(text)
              const letters = range.getBoundingClientRect()
              const isInside = letters.left >= box.left && letters.right <= box.right && letters.bottom <= box.bottom
              if (letters.width > 0 && !isInside) faults.push(`${size}: cut off: ${text.textContent.slice(0, 40)}`)
            }
          }
          return getComputedStyle(document.querySelector(".prompts .ios .text")).fontSize
        }
        const sizes = [see("small")]
        for (const box of document.querySelectorAll(".large-type")) box.click()
        sizes.push(see("large"))
        const directions = {}
        for (const text of document.querySelectorAll(".message p:not(.own)")) {
          const found = directions[text.lang] ??= []
          const direction = getComputedStyle(text).direction
          if (!found.includes(direction)) found.push(direction)
        }
        if (document.querySelector(".message :is(script, img, b)")) faults.push("a text is markup")
        return { count: messages.length, faults, directions, sizes }
        """
}

@Test(.peers(.chromium, .python3), .unlessHung, arguments: [[], ["--no-scripts"], ["--width", "390"]])
func `phones show every text whole, in its direction, at two sizes, and without scripts`(options: [String]) throws {
    let visit = try PageFile(try DemoPage.bytes.get()).visit(Phones.script, returning: Phones.self, options)
    #expect(visit.result.faults == [])
    #expect(visit.result.count > 80)
    #expect(visit.result.sizes == ["14px", "28px"])
    #expect(
        visit.result.directions == [
            "": ["ltr"], "ar": ["rtl"], "de": ["ltr"], "en": ["ltr"], "fa": ["rtl"], "hi": ["ltr"], "ja": ["ltr"],
            "th": ["ltr"], "x-stranger": ["ltr"],
        ])
}

@Test(.peers(.chromium, .python3), .unlessHung)
func `of many languages and documents only what is in view is laid out`() throws {
    let page = try DemoPage.page(languages: 40, documents: 2_000, environments: 1)
    let script = """
        const isLaidOut = (element) => element.checkVisibility({ contentVisibilityAuto: true })
        const documents = [...document.querySelectorAll(".document > .path")]
        const open = document.querySelectorAll(".prompt[open]").length
        return [documents.length, documents.filter(isLaidOut).length, open, document.querySelectorAll(".prompt").length]
        """
    let counts = try PageFile(page.bytes).visit(script, returning: [Int].self).result
    #expect(counts.count == 4 && counts[0] == 2_000 && counts[1] == 0, "\(counts)")
    #expect(counts[3] >= 40)
}

@Test(.peers(.chromium, .python3), .unlessHung)
func `on paper everything is open, and nothing is there that can only be clicked`() throws {
    let script = """
        const closed = [...document.querySelectorAll("details:not([open]) > :not(summary)")]
        const hidden = closed.filter((element) => !element.checkVisibility())
        const clicked = [...document.querySelectorAll("nav, button, input, .skip")].filter((one) => one.checkVisibility())
        return [closed.length, hidden.length, clicked.length]
        """
    let page = try PageFile(try DemoPage.bytes.get())
    let onPaper = try page.visit(script, returning: [Int].self, ["--media", "print"]).result
    let onScreen = try page.visit(script, returning: [Int].self).result
    #expect(onPaper[0] > 10 && onPaper[1...] == [0, 0])
    #expect(onScreen[1] == onScreen[0] && onScreen[2] > 3)
}

@Test func `no share of devices is shown as nothing`() throws {
    let page = String(decoding: try DemoPage.bytes.get(), as: UTF8.self)
    #expect(page.contains("812 (&lt;0.1%)"))
    #expect(!page.contains("style=\""))
}
