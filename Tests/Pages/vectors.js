const signet = await import("/signet.js");
const { keyRing } = await import("/key-ring.js");
const { runVectors } = await import("/vectors.mjs");
const found = { count: 0, failures: [], decisions: [] };
for (const name of VECTORS) {
  const { count, failures } = await runVectors(signet, name, await (await fetch("/" + name)).text());
  found.count += count;
  found.failures.push(...failures);
}
for (const base of [location.origin, "http://127.0.0.1:1"]) {
  const gate = new signet.Gate({
    base, path: "PATH", format: "availability-ios", envelope: "jws", environment: "production",
    keys: await signet.TrustedKeys.load(keyRing), storage: new signet.WebStorage(localStorage),
    retry: { attempts: 1, firstDelay: 0, maximumDelay: 0, jitter: () => 0 },
    device: new signet.Device({ platform: "ios", os: "17.5", app: "2.9.4", languages: ["en"] }),
  });
  const { outcome, source } = await gate.check();
  found.decisions.push(`${outcome} ${source} ${gate.lastFailure?.code}`);
}
return found;