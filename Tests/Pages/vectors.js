const signet = await import("/client/index.js");
const { keyRing } = await import("/key-ring.js");
const { runVectors } = await import("/vectors.mjs");
const found = { count: 0, failures: [], decisions: [] };
for (const name of VECTORS) {
  const { count, failures } = await runVectors(signet, name, await (await fetch("/" + name)).text());
  found.count += count;
  found.failures.push(...failures);
}
for (const origin of [location.origin, "http://127.0.0.1:1"]) {
  const gate = new signet.Gate({
    origin, document: "PATH", environment: "production", keys: new signet.TrustedKeys(keyRing),
    storage: new signet.WebStorage(localStorage), retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 },
    device: new signet.Device({ platform: "ios", os: "17.5", app: "2.9.4", languages: ["en"] }),
  });
  const { outcome, source } = await gate.check();
  found.decisions.push(`${outcome} ${source} ${gate.lastFailure?.code}`);
}
return found;