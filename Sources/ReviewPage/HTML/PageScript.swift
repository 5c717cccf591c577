/// The script of the page: it verifies signatures again, and nothing else. The page can be read without it.
///
/// It writes text only. What it reads are the attributes that `DocumentSection` and `SignatureSection` write.
enum PageScript {
    static let text: StaticString = #"""
        "use strict";

        const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
        const dateAndColon = /^[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z]{3}:/;

        class Refusal extends Error {}

        function demand(condition, reason) {
          if (!condition) throw new Refusal(reason);
        }

        function decoded(base64, name) {
          let binary;
          try {
            binary = atob(base64);
          } catch {
            throw new Refusal(`${name} is not base64`);
          }
          demand(btoa(binary) === base64, `${name} is not canonical base64`);
          return Uint8Array.from(binary, (character) => character.charCodeAt(0));
        }

        function joined(start, body) {
          const bytes = new Uint8Array(start.length + body.length);
          bytes.set(start);
          bytes.set(body, start.length);
          return bytes;
        }

        // SEQUENCE { INTEGER r, INTEGER s } in its one DER form → r‖s, 32 bytes each
        function rawSignature(der) {
          demand(der.length >= 8 && der[0] === 0x30 && der[1] === der.length - 2, "the signature is not DER");
          const raw = new Uint8Array(64);
          let at = 2;
          for (const end of [32, 64]) {
            const integer = der.subarray(at + 2, at + 2 + der[at + 1]);
            demand(der[at] === 0x02 && integer.length > 0 && integer.length === der[at + 1], "r or s is not an INTEGER");
            demand(integer[0] < 0x80 && (integer[0] > 0 || integer[1] >= 0x80), "r or s is not positive or not minimal");
            const magnitude = integer[0] === 0 ? integer.subarray(1) : integer;
            demand(magnitude.length <= 32, "r or s is too large");
            raw.set(magnitude, end - magnitude.length);
            at += 2 + integer.length;
          }
          demand(at === der.length, "bytes follow the signature");
          return raw;
        }

        async function verifySignature(base64, name, key, signed) {
          const raw = rawSignature(decoded(base64, name));
          demand(await crypto.subtle.verify(algorithm, key, raw, signed), `${name} is not a signature of this key`);
        }

        async function verifyDocument(data, keys) {
          const body = decoded(data.body, "the body");
          const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
          const hexadecimal = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
          demand(hexadecimal === data.sha256, "the SHA-256 of the body is another one");
          const key = keys.get(data.key);
          demand(key, "its key cannot be read");
          demand(data.header !== undefined, "the header is missing");
          let signed = body;
          if (data.date === undefined) {
            const start = String.fromCharCode(...body.subarray(0, 30));
            demand(!dateAndColon.test(start), "the body begins with a date and a colon");
          } else {
            const date = new Date(data.date);
            const rendered = Number.isNaN(date.getTime()) ? "" : date.toUTCString().replace("GMT", "UTC");
            demand(data.date.length === 29 && rendered === data.date, "the date is malformed");
            signed = joined(Uint8Array.from(`${data.date}:`, (character) => character.charCodeAt(0)), body);
          }
          await verifySignature(data.header, "the header", key, signed);
          await verifySignature(data.sidecar, "the .sig", key, body);
        }

        function show(element, outcome, text) {
          element.classList.remove("verified", "failed", "hash-only");
          element.classList.add(outcome);
          element.textContent = text;
        }

        async function importedKeys() {
          const keys = new Map();
          for (const element of document.querySelectorAll(".key")) {
            const spki = decoded(element.dataset.spki, "the key");
            keys.set(element.id, await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]));
          }
          return keys;
        }

        async function verifyAll(summary) {
          const keys = await importedKeys();
          const counts = { verified: 0, failed: 0, hashOnly: 0, unsigned: 0 };
          for (const element of document.querySelectorAll("li.document")) {
            const state = element.querySelector(".state");
            const data = element.dataset;
            if (data.key === undefined) {
              counts.unsigned += 1;
            } else if (data.body === undefined) {
              counts.hashOnly += 1;
              show(state, "hash-only", "– only its hash is on this page: check it with the lines below");
            } else {
              try {
                await verifyDocument(data, keys);
                counts.verified += 1;
                show(state, "verified", "✓ verified again: SHA-256, header and .sig");
              } catch (error) {
                counts.failed += 1;
                show(state, "failed", `✗ refused: ${error instanceof Refusal ? error.message : "it cannot be verified"}`);
              }
            }
          }
          const parts = [`${counts.verified} verified`, `${counts.failed} refused`];
          if (counts.hashOnly > 0) parts.push(`${counts.hashOnly} by hash only`);
          if (counts.unsigned > 0) parts.push(`${counts.unsigned} not signed`);
          const isGood = counts.failed === 0 && counts.verified > 0;
          show(summary, isGood ? "verified" : "failed", `${isGood ? "✓" : "✗"} ${parts.join(", ")}`);
        }

        const button = document.getElementById("verify");
        const summary = document.getElementById("verified");
        if (button && summary) {
          button.hidden = false;
          button.addEventListener("click", async () => {
            if (globalThis.crypto?.subtle === undefined) {
              show(summary, "failed", "✗ this browser verifies only on a page from a file or over https; use the lines below each document");
              return;
            }
            button.disabled = true;
            summary.textContent = "verifying …";
            try {
              await verifyAll(summary);
            } catch {
              show(summary, "failed", "✗ the keys on this page cannot be read");
            }
            button.disabled = false;
          });
        }
        """#
}
