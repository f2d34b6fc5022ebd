import { once } from "node:events";
import { openStore } from "../../../services/store/store.ts";
import { dataKey } from "../../support/sealed.ts";
import { patiently } from "../../support/submissions.ts";

/**
 * One of several processes of a test: takes a message and says so, waits for the word to go on, then takes what is left
 * and tells the ids of all.
 */
const url = process.argv[2]!;
const store = await patiently(() =>
  openStore({ url, now: Date.now, log: () => {}, hashKey: "k", dataKeys: [dataKey] }),
);
const claim = async () => (await patiently(() => store.outbox.claim(["a"], Date.now())))[0];
const taken: string[] = [];

let message = await claim();
const goOn = once(process, "message");
process.send!("ready");
await goOn;
for (let misses = 0; misses < 3; message = await claim()) {
  if (!message) {
    misses += 1;
    continue;
  }
  const held = message;
  taken.push(held.id);
  await patiently(() => store.outbox.delivered(held, "accepted", ""));
}
await store.close();
process.send!(taken, () => process.disconnect());
