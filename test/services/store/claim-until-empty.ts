import { openStore } from "../../../services/store/store.ts";

/** One of several processes of a test: takes messages until none is left and prints their ids. */
const url = process.argv[2]!;
const store = await openStore({ url, now: Date.now, log: () => {}, hashKey: "k" });
const taken: string[] = [];
for (let misses = 0; misses < 3; ) {
  const message = await store.outbox.claim(["a"], Date.now());
  if (message) {
    taken.push(message.id);
    await store.outbox.delivered(message, "accepted", "");
  } else {
    misses += 1;
  }
}
await store.close();
process.stdout.write(taken.join("\n"));
