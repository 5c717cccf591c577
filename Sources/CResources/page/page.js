// The script of the page of a plan: it verifies signatures again, and nothing else. The page can be read without it.
//
// It writes text only. What it reads are the attributes that SignatureSection.swift writes.
"use strict";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const dateAndColon = /^[A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z]{3}:/;

const jwsHeader =
  /^\{"alg":"ES256","kid":"[^"\\]+","typ":"signet\+jws","environment":"[^"\\]+","path":"([^"\\]+)","iat":[0-9]+\}$/;

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

async function sha256(body) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function verifyHeader(data, key, body) {
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
}

function base64URL(binary) {
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The signing input is made anew from the header and the body, as in the .jws.
async function verifyJWS(data, path, key, body) {
  const match = jwsHeader.exec(data.jwsHeader ?? "");
  demand(match !== null, "the header of the .jws is malformed");
  demand(match[1] === path, "the .jws is for another path");
  const binary = Array.from(body, (byte) => String.fromCharCode(byte)).join("");
  const input = `${base64URL(data.jwsHeader)}.${base64URL(binary)}`;
  const signed = Uint8Array.from(input, (character) => character.charCodeAt(0));
  await verifySignature(data.jws, "the .jws", key, signed);
}

// Of archives there is neither header nor .jws; their bytes are never on the page.
async function verifyDocument(data, path, chosen, keys) {
  const body = chosen ?? decoded(data.body, "the body");
  demand((await sha256(body)) === data.sha256, "the SHA-256 of the body is another one");
  const key = keys.get(data.key);
  demand(key, "its key cannot be read");
  const hasHeader = data.header !== undefined;
  const hasJWS = data.jws !== undefined;
  demand(hasHeader || hasJWS || chosen !== undefined, "the header is missing");
  if (hasHeader) await verifyHeader(data, key, body);
  if (hasJWS) await verifyJWS(data, path, key, body);
  await verifySignature(data.sidecar, "the .sig", key, body);
  return `SHA-256${hasHeader ? ", header" : ""}${hasJWS ? ", .jws" : ""} and .sig`;
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

async function judge(element, chosen, keys) {
  const state = element.querySelector(".state");
  const path = element.querySelector(".path").textContent;
  try {
    show(state, "verified", `✓ verified again: ${await verifyDocument(element.dataset, path, chosen, keys)}`);
    return true;
  } catch (error) {
    show(state, "failed", `✗ refused: ${error instanceof Refusal ? error.message : "it cannot be verified"}`);
    return false;
  }
}

const documents = document.querySelectorAll("li.document");

async function verifyAll(summary) {
  const keys = await importedKeys();
  const counts = { verified: 0, failed: 0, hashOnly: 0, unsigned: 0 };
  for (const element of documents) {
    if (element.dataset.key === undefined) {
      counts.unsigned += 1;
    } else if (element.dataset.body === undefined) {
      counts.hashOnly += 1;
      const state = element.querySelector(".state");
      show(state, "hash-only", "– only its hash is on this page: choose the file, or use the lines below");
    } else {
      counts[(await judge(element, undefined, keys)) ? "verified" : "failed"] += 1;
    }
  }
  const parts = [`${counts.verified} verified`, `${counts.failed} refused`];
  if (counts.hashOnly > 0) parts.push(`${counts.hashOnly} by hash only`);
  if (counts.unsigned > 0) parts.push(`${counts.unsigned} not signed`);
  const isGood = counts.failed === 0 && counts.verified > 0;
  show(summary, isGood ? "verified" : "failed", `${isGood ? "✓" : "✗"} ${parts.join(", ")}`);
}

async function verifyFiles(summary, files) {
  const keys = await importedKeys();
  const counts = { verified: 0, failed: 0, unknown: 0 };
  for (const file of files) {
    const body = new Uint8Array(await file.arrayBuffer());
    const hash = await sha256(body);
    const listed = [...documents].filter(
      ({ dataset }) => dataset.key !== undefined && dataset.body === undefined && dataset.sha256 === hash);
    if (listed.length === 0) counts.unknown += 1;
    for (const element of listed) counts[(await judge(element, body, keys)) ? "verified" : "failed"] += 1;
  }
  const isGood = counts.failed === 0 && counts.unknown === 0 && counts.verified > 0;
  show(
    summary, isGood ? "verified" : "failed",
    `${isGood ? "✓" : "✗"} of the chosen files ${counts.verified} verified, ${counts.failed} refused, ${counts.unknown} not listed by hash here`);
}

const summary = document.getElementById("verified");

async function run(control, work) {
  if (globalThis.crypto?.subtle === undefined) {
    show(summary, "failed", "✗ this browser verifies only on a page from a file or over https; use the lines below each document");
    return;
  }
  control.disabled = true;
  summary.textContent = "verifying …";
  try {
    await work();
  } catch {
    show(summary, "failed", "✗ the keys or files cannot be read");
  }
  control.disabled = false;
}

const button = document.getElementById("verify");
if (button && summary) {
  button.hidden = false;
  button.addEventListener("click", () => run(button, () => verifyAll(summary)));
  const input = document.getElementById("files");
  if (input) {
    input.closest("p").hidden = false;
    input.addEventListener("change", () => run(input, () => verifyFiles(summary, [...input.files])));
  }
}

