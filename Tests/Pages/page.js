import { answer } from "./module.mjs"

const report = { answer }
const attempt = async (name, action) => {
  try { report[name] = await action() } catch (error) { report[name] = "refused: " + error.name }
}
const pixels = id => document.getElementById(id).naturalWidth
await new Promise(done => document.readyState == "complete" ? done() : addEventListener("load", done))
await attempt("fetch", async () => (await (await fetch("data/values.json")).json()).value)
await attempt("range", async () => {
  const part = await fetch("data/text.txt", { headers: { Range: "bytes=4-6" } })
  return [part.status, await part.text(), part.headers.get("content-range")].join(" ")
})
await attempt("unsatisfiable", async () => {
  const part = await fetch("data/text.txt", { headers: { Range: "bytes=99-" } })
  return part.status + " " + part.headers.get("content-range")
})
await attempt("missing", async () => (await fetch("data/missing.json")).status)
await attempt("traversal", async () => (await fetch("%2e%2e%2f%2e%2e%2fsecret.txt")).status)
await attempt("post", async () => (await fetch("data/values.json", { method: "POST", body: "x" })).status)
await attempt("elsewhere", async () => (await fetch(location.origin.replace("127.0.0.1", "localhost"))).status)
await attempt("eval", () => eval("1 + 1"))
await attempt("wrongType", () => new Promise(done => {
  const script = document.createElement("script")
  script.src = "data/text.txt"
  script.onload = () => done("ran")
  script.onerror = () => done("refused")
  document.head.append(script)
}))
await attempt("wasm", async () => (await WebAssembly.instantiateStreaming(fetch("module.wasm"))).constructor.name)
document.querySelector("h1").click()
await new Promise(done => setTimeout(done, 100))
report.file = pixels("file")
report.data = pixels("data")
report.color = getComputedStyle(document.body).color
report.title = getComputedStyle(document.querySelector("h1")).color
report.frame = document.querySelector("iframe").contentDocument?.body.textContent.trim() ?? "blocked"
report.inline = document.documentElement.dataset.inline ?? "blocked"
report.handler = document.body.dataset.handler ?? "blocked"
report.violations = [...new Set(window.violations)].sort()
const element = document.createElement("pre")
element.id = "report"
element.textContent = encodeURIComponent(JSON.stringify(report))
document.body.append(element)
