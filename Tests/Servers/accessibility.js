// Checks a page as axe and its like do, and more strictly where this project's pages can hold it. This is the body of an
// async function, run by chromium.py: it returns one line for each fault, none for a page without.
const faults = []
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const named = element => {
  const id = element.id ? "#" + element.id : ""
  const classes = [...element.classList].map(name => "." + name).join("")
  return element.localName + id + classes + ` "${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`
}
const demand = (holds, rule, element) => { if (!holds) faults.push(rule + (element ? ": " + named(element) : "")) }

// Everything is looked at, what is closed, too.
const closed = all("details:not([open])")
const open = isOpen => { for (const details of closed) details.open = isOpen }

// What is out of sight has its sizes, too.
for (const element of all("body *")) {
  if (getComputedStyle(element).contentVisibility == "auto") element.style.contentVisibility = "visible"
}

// MARK: Names

const hearable = element => {
  if (element.nodeType == Node.TEXT_NODE) return element.data
  if (element.nodeType != Node.ELEMENT_NODE || element.ariaHidden == "true" || element.hidden) return ""
  return element.ariaLabel || element.alt || [...element.childNodes].map(hearable).join(" ")
}
const nameOf = element => {
  const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? []
  const parts = [
    ids.map(id => document.getElementById(id)).filter(Boolean).map(hearable).join(" "), element.ariaLabel,
    [...element.labels ?? []].map(hearable).join(" "),
    element.localName == "table" && element.caption ? hearable(element.caption) : "",
    element.localName == "svg" ? element.querySelector(":scope > title")?.textContent : "",
    element.localName == "figure" ? hearable(element.querySelector("figcaption") ?? element) : "",
    ["a", "button", "summary"].includes(element.localName) ? hearable(element) : "", element.title,
  ]
  return parts.map(part => (part ?? "").trim()).find(part => part) ?? ""
}
const namedElements = [
  "a[href]", "button", "input:not([type=hidden])", "select", "textarea", "summary", "table", "nav", "figure", "iframe",
  "main section", "[role=region]", "[role=group]", "[role=img]", "[tabindex='0']",
]
for (const element of all(namedElements.join())) demand(nameOf(element), "it has no name", element)
for (const image of all("img")) demand(image.hasAttribute("alt"), "an image has no alt", image)
for (const svg of all("svg")) {
  demand(svg.ariaHidden == "true" || svg.role == "img", "an svg is neither hidden nor an image", svg)
}
const landmarks = all("nav, [role=region], main section[aria-label], main section[aria-labelledby]").map(nameOf)
for (const name of new Set(landmarks)) {
  demand(landmarks.filter(other => other == name).length == 1, `two landmarks have the name "${name}"`)
}

// MARK: Structure

demand(document.title.trim(), "the page has no title")
demand(document.doctype, "the page has no doctype")
const viewport = document.querySelector("meta[name=viewport]")?.content ?? ""
demand(/width=device-width/.test(viewport) && !/maximum-scale|user-scalable/.test(viewport), "the page cannot be zoomed")
demand(all("h1").length == 1, "there is not one h1")
let level = 0
for (const heading of all("h1, h2, h3, h4, h5, h6")) {
  demand(+heading.localName[1] <= level + 1, "a heading skips a level", heading)
  demand(hearable(heading).trim(), "a heading is empty", heading)
  level = +heading.localName[1]
}
demand(all("main").length == 1, "there is not one main")
demand(all("body > header").length == 1, "there is not one header of the page")
for (const child of document.body.children) {
  const isLandmark = ["header", "nav", "main", "footer", "script"].includes(child.localName)
  demand(isLandmark || child.matches("a[href^='#']:first-child"), "it is in no landmark", child)
}
for (const list of all("ul, ol")) {
  demand([...list.children].every(child => child.localName == "li"), "a list holds something else", list)
}
for (const item of all("li")) demand(item.parentElement.matches("ul, ol"), "an item is in no list", item)
for (const list of all("dl")) {
  const parts = [...list.children].flatMap(child => child.localName == "div" ? [...child.children] : [child])
  demand(parts.every(part => ["dt", "dd"].includes(part.localName)), "a dl holds something else", list)
  demand(parts[0]?.localName == "dt" && parts.at(-1)?.localName == "dd", "a dl has a name without a value", list)
}
for (const term of all("dt, dd")) demand(term.closest("dl"), "it is in no dl", term)
for (const table of all("table")) {
  demand(all("th", table).length > 0, "a table has no headers", table)
  for (const header of all("th", table)) {
    demand(["col", "row"].includes(header.scope), "a header has no scope", header)
    demand(hearable(header).trim(), "a header is empty", header)
  }
  const widths = new Set([...table.rows].map(row => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0)))
  demand(widths.size == 1, "the rows of a table differ in length", table)
}
for (const details of all("details")) {
  demand(details.firstElementChild?.localName == "summary", "it does not begin with a summary", details)
}
for (const figure of all("figure")) demand(figure.querySelector(":scope > figcaption"), "a figure has no caption", figure)

// MARK: References, languages

const ids = all("[id]").map(element => element.id)
for (const id of new Set(ids)) demand(ids.filter(other => other == id).length == 1, `two elements have the id "${id}"`)
for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for"]) {
  for (const element of all(`[${attribute}]`)) {
    const missing = element.getAttribute(attribute).split(/\s+/).filter(id => !document.getElementById(id))
    demand(missing.length == 0, `${attribute} leads nowhere`, element)
  }
}
for (const link of all("a[href^='#']")) {
  demand(document.getElementById(decodeURIComponent(link.hash.slice(1))), "a link leads nowhere", link)
}
const isLanguage = tag => /^x(-[a-z0-9]{1,8})+$/i.test(tag) || isLocale(tag)
const isLocale = tag => { try { return new Intl.Locale(tag).baseName != "" } catch { return false } }
demand(isLanguage(document.documentElement.lang), "the page has no language")
for (const element of all("[lang]")) demand(element.lang == "" || isLanguage(element.lang), "its lang is not one", element)
for (const element of all("[dir]")) {
  demand(["ltr", "rtl", "auto"].includes(element.getAttribute("dir")), "its dir is not one", element)
}

// MARK: Keyboard

const focusable = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea, summary, [tabindex]"
for (const element of all("[tabindex]")) demand(element.tabIndex <= 0, "its tabindex is positive", element)
for (const element of all("[aria-hidden=true]")) {
  demand(!element.matches(focusable) && all(focusable, element).length == 0, "what is hidden can be focused", element)
}
const inTurn = all(focusable).filter(element => element.tabIndex >= 0 && element.checkVisibility())
document.activeElement.blur()
getSelection().removeAllRanges()
scrollTo(0, 0)
let last = -1
for (let turn = 0; turn < inTurn.length; turn += 1) {
  await press("Tab")
  const element = document.activeElement
  const place = inTurn.indexOf(element)
  if (place != last + 1) {
    demand(false, `Tab leads to place ${place} after ${last}`, element)
    break
  }
  const style = getComputedStyle(element)
  demand(style.outlineStyle != "none" && parseFloat(style.outlineWidth) >= 2, "its focus cannot be seen", element)
  last = place
}

// MARK: Sizes and colours

open(true)
for (const element of all("a[href], button, input, summary")) {
  if (!element.checkVisibility()) continue
  const boxes = [element, ...element.labels ?? []].map(part => part.getBoundingClientRect())
  const isLarge = boxes.some(box => box.width >= 24 && box.height >= 24)
  demand(isLarge || element.matches("p a"), "it is too small to be touched", element)
}
demand(document.documentElement.scrollWidth <= innerWidth, "the page must be scrolled sideways")
for (const table of document.querySelectorAll(".table"))
  demand(table.scrollWidth <= table.clientWidth, "a table must be scrolled sideways")

const rgba = text => {
  const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number)
  return { r, g, b, a }
}
const over = (top, bottom) => {
  const mix = name => top[name] * top.a + bottom[name] * (1 - top.a)
  return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 }
}
const luminance = ({ r, g, b }) => {
  const [x, y, z] = [r, g, b].map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
const paperBehind = element => {
  const layers = []
  for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor))
  const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? { r: 18, g: 18, b: 18 } : { r: 255, g: 255, b: 255 }
  return layers.reverse().reduce((bottom, top) => over(top, bottom), { ...canvas, a: 1 })
}
const checkColours = scheme => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const seen = new Set()
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || seen.has(element) || !element.checkVisibility()) continue
    if (element.closest("script, style, noscript, .spoken, svg title, svg desc, :disabled")) continue
    seen.add(element)
    const style = getComputedStyle(element)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700)
    const behind = paperBehind(element)
    const ink = over(rgba(element.closest("svg") ? style.fill : style.color), behind)
    const ratio = contrast(ink, behind)
    demand(ratio >= (isLarge ? 3 : 4.5), `${scheme}: a contrast of ${ratio.toFixed(2)}`, element)
  }
  for (const shape of all("svg line, svg rect")) {
    const ratio = contrast(rgba(getComputedStyle(shape).stroke), paperBehind(shape))
    demand(ratio >= 3, `${scheme}: a contrast of ${ratio.toFixed(2)}`, shape)
  }
  for (const control of all("button, input")) {
    if (!control.checkVisibility()) continue
    const ratio = contrast(rgba(getComputedStyle(control).borderTopColor), paperBehind(control.parentElement))
    demand(control.localName == "input" || ratio >= 3, `${scheme}: an edge with a contrast of ${ratio.toFixed(2)}`, control)
  }
}
for (const scheme of ["light", "dark"]) {
  await media({ "prefers-color-scheme": scheme })
  checkColours(scheme)
}
open(false)
return faults
