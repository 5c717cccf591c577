"""Opens a page in headless Chromium over the DevTools protocol, and prints what happened there as one JSON object.

    python3 chromium.py [OPTIONS] ADDRESS
    python3 chromium.py --serve

ADDRESS is a file:// or an http://127.0.0.1 address. The script, if there is one, is the body of an async function that
runs in the page once it has loaded: what it returns is `result`. It can `await press("Tab")` (a key as a person presses
it) and `await media({"prefers-color-scheme": "dark"})`. Chromium ends with this program, however that ends.

With --serve each line of standard input is the words of one visit, a JSON array, and each line of standard output what
happened. All visits share one Chromium, which takes a second to start, and nothing else: each has a profile of its own.

Exit code 0: the page was opened, whatever it did. 1: it was not, or the script failed; `error` says why.
"""

import argparse
import base64
import json
import signal
import sys
import time

sys.dont_write_bytecode = True

from devtools import Browser, Failure

# The tallest picture that Chromium takes in one piece.
TALLEST = 16_000


class Page:
    """The page, and what is seen of it."""

    def __init__(self, browser):
        self.browser = browser
        self.seen = {
            "violations": [], "console": [], "exceptions": [], "requests": [], "navigations": [], "windows": [],
            "dialogs": [], "downloads": []}
        self.has_loaded = False
        self.requests = {}
        self.pending = {}
        self.media = {}
        self.sessions = set()
        browser.answers.clear()
        browser.events.clear()
        browser_call = lambda method, **parameters: self.wait(browser.start(method, **parameters))
        self.context = None
        self.context = browser_call("Target.createBrowserContext")["browserContextId"]
        browser_call("Target.setDiscoverTargets", discover=True)
        browser_call(
            "Browser.setDownloadBehavior", behavior="deny", eventsEnabled=True, browserContextId=self.context)
        self.target = browser_call(
            "Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser_call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.watch(self.session)

    def close(self):
        """Closes the page and all that it opened, and forgets what it kept."""
        self.wait(self.browser.start("Target.disposeBrowserContext", browserContextId=self.context))

    def watch(self, session):
        """Collects what happens in a page, or in a frame or worker of it."""
        self.sessions.add(session)
        for domain in ("Network", "Log", "Audits", "Runtime", "Page"):
            self.browser.start(f"{domain}.enable", session)
        self.browser.start(
            "Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        self.browser.start("Runtime.runIfWaitingForDebugger", session)

    def wait(self, number):
        while number not in self.browser.answers:
            self.browser.receive()
            self.take_events()
        answer = self.browser.answers.pop(number)
        if "error" in answer:
            raise Failure(answer["error"]["message"])
        return answer["result"]

    def watch_for(self, seconds):
        end = time.monotonic() + seconds
        while self.browser.has_more(max(0, end - time.monotonic())):
            self.browser.receive()
            self.take_events()

    def call(self, method, **parameters):
        return self.wait(self.browser.start(method, self.session, **parameters))

    def take_events(self):
        while self.browser.events:
            event = self.browser.events.pop(0)
            self.take(event["method"], event.get("params", {}), event.get("sessionId"))
        self.answer()

    def take(self, method, event, session):
        seen = self.seen
        # Of a page before this one.
        if session and session not in self.sessions:
            return
        if method == "Audits.issueAdded":
            details = event["issue"]["details"].get("contentSecurityPolicyIssueDetails")
            if details:
                seen["violations"].append({
                    "directive": details["violatedDirective"], "blocked": details.get("blockedURL"),
                    "kind": details["contentSecurityPolicyViolationType"]})
        elif method == "Runtime.consoleAPICalled":
            words = [str(word.get("value", word.get("description", word["type"]))) for word in event["args"]]
            seen["console"].append({"level": event["type"], "text": " ".join(words)})
        elif method == "Log.entryAdded":
            seen["console"].append({"level": event["entry"]["level"], "text": event["entry"]["text"]})
        elif method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            seen["exceptions"].append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Network.requestWillBeSent":
            request = {"url": event["request"]["url"][:200], "type": event.get("type"), "blocked": None}
            seen["requests"].append(request)
            self.requests[event["requestId"]] = request
        elif method == "Network.loadingFailed" and event["requestId"] in self.requests:
            self.requests[event["requestId"]]["blocked"] = event.get("blockedReason")
        elif method == "Network.webSocketCreated":
            seen["requests"].append({"url": event["url"][:200], "type": "WebSocket", "blocked": None})
        elif method == "Page.frameNavigated" and session == self.session:
            if "parentId" not in event["frame"]:
                seen["navigations"].append(event["frame"]["url"][:200])
        elif method == "Page.javascriptDialogOpening":
            seen["dialogs"].append({"kind": event["type"], "text": event["message"]})
            self.browser.start("Page.handleJavaScriptDialog", session, accept=False)
        elif method == "Page.loadEventFired" and session == self.session:
            self.has_loaded = True
        elif method == "Target.targetCreated":
            info = event["targetInfo"]
            if info["type"] == "page" and info.get("openerId") and info.get("browserContextId") == self.context:
                seen["windows"].append(info["url"][:200])
        elif method == "Target.attachedToTarget" and session:
            self.watch(event["sessionId"])
        elif method == "Browser.downloadWillBegin":
            seen["downloads"].append(event["url"][:200])
        elif method == "Runtime.bindingCalled" and event["name"] == "driverCall":
            self.serve(json.loads(event["payload"]), event["executionContextId"])

    def serve(self, request, context):
        """Does what the script asks for."""
        if "key" in request:
            for kind in ("keyDown", "keyUp"):
                last = self.browser.start("Input.dispatchKeyEvent", self.session, type=kind, **self.key(request))
        else:
            last = self.emulate(self.kind_of_media, request["media"])
        self.pending[last] = (int(request["id"]), context)

    def answer(self):
        """Tells the script what was done of what it asked for."""
        for number in self.pending.keys() & self.browser.answers.keys():
            self.browser.answers.pop(number)
            request, context = self.pending.pop(number)
            self.browser.start(
                "Runtime.evaluate", self.session, contextId=context, expression=f"driverAnswers.get({request})()")

    @staticmethod
    def key(request):
        name = request["key"]
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowUp": 38, "ArrowDown": 40}
        text = {"Enter": "\r", " ": " "}.get(name)
        return {
            "key": name, "code": "Space" if name == " " else name, "windowsVirtualKeyCode": codes.get(name, 0),
            "modifiers": 8 if request.get("shift") else 0, **({"text": text} if text else {})}

    def emulate(self, kind, features):
        self.kind_of_media = kind
        self.media.update(features)
        return self.browser.start(
            "Emulation.setEmulatedMedia", self.session, media=kind,
            features=[{"name": name, "value": value} for name, value in self.media.items()])

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure("script: " + details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")


SCRIPT = """
(async () => {
  globalThis.driverAnswers = new Map()
  let last = 0
  const ask = request => new Promise(done => {
    last += 1
    driverAnswers.set(last, done)
    driverCall(JSON.stringify({ ...request, id: last }))
  })
  const press = (key, { shift = false } = {}) => ask({ key, shift })
  const media = features => ask({ media: features })
  return await (async (press, media) => {
%s
  })(press, media)
})()
"""

TIMING = """
(() => {
  const [page] = performance.getEntriesByType("navigation")
  const [paint] = performance.getEntriesByName("first-contentful-paint")
  return {
    interactive: page.domInteractive, contentLoaded: page.domContentLoadedEventEnd, loaded: page.loadEventEnd,
    painted: paint ? paint.startTime : null,
  }
})()
"""


def open_page(page, options):
    width, height = options.width, options.height
    metrics = {"width": width, "deviceScaleFactor": options.scale, "mobile": False}
    page.call("Emulation.setDeviceMetricsOverride", height=height, **metrics)
    features = {
        "prefers-color-scheme": options.color_scheme, "forced-colors": "active" if options.forced_colors else "none",
        "prefers-reduced-motion": "reduce" if options.reduced_motion else "no-preference"}
    page.wait(page.emulate(options.media, features))
    if options.no_scripts:
        page.call("Emulation.setScriptExecutionDisabled", value=True)
    if options.script:
        page.call("Runtime.addBinding", name="driverCall")
    page.call("Performance.enable")
    # about:blank has loaded, too.
    page.seen["navigations"].clear()
    page.has_loaded = False
    answer = page.call("Page.navigate", url=options.address)
    if "errorText" in answer:
        raise Failure(answer["errorText"])
    while not page.has_loaded:
        page.browser.receive()
        page.take_events()
    page.seen["timing"] = page.evaluate(TIMING)
    wanted = {"LayoutDuration", "RecalcStyleDuration", "ScriptDuration", "TaskDuration", "Nodes"}
    for metric in page.call("Performance.getMetrics")["metrics"]:
        if metric["name"] in wanted:
            page.seen["timing"][metric["name"]] = metric["value"]
    if options.script:
        with open(options.script, encoding="utf-8") as file:
            page.seen["result"] = page.evaluate(SCRIPT % file.read())
    if options.screenshot:
        take_screenshot(page, options, metrics)
    if options.pdf:
        page.wait(page.emulate("print", {}))
        data = page.call("Page.printToPDF", preferCSSPageSize=True, printBackground=options.backgrounds)["data"]
        with open(options.pdf, "wb") as file:
            file.write(base64.b64decode(data))
    # What was on its way when the last answer came.
    page.watch_for(options.linger)


def take_screenshot(page, options, metrics):
    more = {}
    if options.full_page or options.element:
        tall = 0
        # What comes into view is laid out, and may be taller than it seemed.
        while tall != (tall := min(page.evaluate("Math.ceil(document.documentElement.scrollHeight)"), TALLEST)):
            page.call("Emulation.setDeviceMetricsOverride", height=max(1, tall), **metrics)
            page.call("Page.captureScreenshot", format="jpeg", quality=1)
    if options.element:
        box = page.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(options.element)}).getBoundingClientRect();"
            " return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: Math.max(1, box.height) } })()")
        box["height"] = min(box["height"], TALLEST)
        more = {"clip": {**box, "scale": 1}, "captureBeyondViewport": True}
    data = page.call("Page.captureScreenshot", format="png", **more)["data"]
    with open(options.screenshot, "wb") as file:
        file.write(base64.b64decode(data))


def arguments(words):
    parser = argparse.ArgumentParser(description="Opens a page in headless Chromium and says what happened there.")
    parser.add_argument("address")
    parser.add_argument("--script", metavar="FILE", help="runs in the page once it has loaded")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=800)
    parser.add_argument("--scale", type=float, default=1, help="device pixels for each CSS pixel")
    parser.add_argument("--color-scheme", choices=["light", "dark"], default="light")
    parser.add_argument("--media", choices=["screen", "print"], default="screen")
    parser.add_argument("--forced-colors", action="store_true")
    parser.add_argument("--reduced-motion", action="store_true")
    parser.add_argument("--no-scripts", action="store_true", help="the page's own scripts do not run")
    parser.add_argument("--screenshot", metavar="FILE", help="a PNG of what is in view")
    parser.add_argument("--full-page", action="store_true", help="a screenshot of the whole page")
    parser.add_argument("--element", metavar="SELECTOR", help="a screenshot of one element")
    parser.add_argument("--pdf", metavar="FILE", help="the page as it is printed")
    parser.add_argument("--backgrounds", action="store_true", help="print backgrounds, too")
    parser.add_argument("--linger", type=float, default=0.1, metavar="SECONDS", help="watched before the end")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for everything")
    options = parser.parse_args(words)
    if not options.address.startswith(("file:///", "http://127.0.0.1:")):
        parser.error("ADDRESS must be file:///… or http://127.0.0.1:…")
    return options


def end_on_signal(number, frame):
    sys.exit(128 + number)


def visit(browser, options):
    """What happens at the address, with `error` for why it was not opened."""
    browser.deadline = time.monotonic() + options.timeout
    seen = {}
    try:
        page = Page(browser)
        seen = page.seen
        open_page(page, options)
        page.close()
        seen["error"] = None
    except (Failure, OSError) as failure:
        seen["error"] = str(failure)
    return seen


def serve():
    browser = None
    try:
        for line in sys.stdin:
            options = arguments(json.loads(line))
            browser = browser or Browser()
            seen = visit(browser, options)
            if seen["error"]:
                # It may still be busy with the page.
                browser.end()
                browser = None
            print(json.dumps(seen, ensure_ascii=False), flush=True)
    finally:
        if browser:
            browser.end()


def main():
    signal.signal(signal.SIGTERM, end_on_signal)
    signal.signal(signal.SIGINT, end_on_signal)
    if sys.argv[1:] == ["--serve"]:
        return serve()
    options = arguments(sys.argv[1:])
    browser = Browser()
    try:
        seen = visit(browser, options)
    finally:
        browser.end()
    print(json.dumps(seen, ensure_ascii=False))
    return 1 if seen["error"] else 0


if __name__ == "__main__":
    sys.exit(main())
