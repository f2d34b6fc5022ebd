import { note } from "../../observe/finding.ts";
import { polling } from "../../observe/polling.ts";
import { awaitedAtStart } from "../../store/patient-store.ts";
import type { Feature } from "../feature.ts";
import { inForce, ownWordsIn } from "./changes.ts";
import { lostPlaces, ownWordsFrom } from "./own-words.ts";

/** The longest time between two looks for changed words, in milliseconds; shorter where the outbox's is. */
const longestPollMs = 1_000;

/**
 * What the owner of the site puts in place of shipped words, of questions or around them, in the console or with a file
 * (docs/guides/words-and-content.md#your-own-words). Each process takes a change up by itself, within seconds.
 */
export const words: Feature<ReturnType<typeof ownWordsIn>> = {
  name: "words",
  tables: { names: ["own_words"], of: ownWordsIn },
  start: async ({ settings, store: { words: own }, log }) => {
    const look = async () => {
      if ((await own.newest()) === settings.ownWords.revision) return;
      const { revision, questions } = await own.inForce();
      settings.ownWords = ownWordsFrom(revision, questions);
      log("words.taken_up", { outcome: "own-words", count: revision });
    };
    // Nobody may be shown a consent in words that are no more.
    await awaitedAtStart(look, log);
    const pollMs = Math.min(longestPollMs, settings.outboxPollMs);
    return polling(look, { pollMs, log, failed: "words.read_failed" });
  },
  storeFindings: async (connection) =>
    lostPlaces((await connection.read(inForce)).questions).map((place) =>
      note(`Words of your own are shown nowhere, since this release asks no such thing: ${place}.`),
    ),
  commands: { after: "terms", load: async () => (await import("./command.ts")).addWords },
};
