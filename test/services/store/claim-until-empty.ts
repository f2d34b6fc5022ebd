import { once } from "node:events";
import { StoreBusy } from "../../../services/store/errors.ts";
import { openStore } from "../../../services/store/store.ts";

/**
 * One of several processes of a test: takes a message and says so, waits for the word to go on, then takes what is left
 * and tells the ids of all.
 */
const url = process.argv[2]!;
const store = await insisting(() => openStore({ url, now: Date.now, log: () => {}, hashKey: "k" }));
const claim = () => insisting(() => store.outbox.claim(["a"], Date.now()));
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
  await insisting(() => store.outbox.delivered(held, "accepted", ""));
}
await store.close();
process.send!(taken, () => process.disconnect());

/** Others write too: on a crowded machine longer than a visitor's patience lasts. */
async function insisting<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error;
    }
  }
}
