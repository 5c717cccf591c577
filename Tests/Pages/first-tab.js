const signet = await import("/client/index.js");
const { race, racer } = await import("/races.mjs");
const channel = new BroadcastChannel("race");
let told = null;
channel.onmessage = ({ data: { said } }) => { if (said) told(said); };
const answer = (message) => new Promise((done) => {
  told = done;
  if (message) channel.postMessage(message);
});
const opened = answer(null);
// Only what a person does may open a tab.
addEventListener("keydown", () => open("/other", "_blank", "noopener"), { once: true });
await press("Enter");
await opened;
const storage = new signet.DatabaseStorage();
return await race(ROUNDS, async (keyRing) => {
  const act = await racer(signet, keyRing, storage);
  await answer({ keyRing });
  return [act, (task) => answer({ task })];
}, storage);