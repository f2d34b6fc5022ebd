import { note, wrong } from "../../observe/finding.ts";
import { polling } from "../../observe/polling.ts";
import { awaitedAtStart } from "../../store/patient-store.ts";
import { armsWithoutWords } from "../../words/arm-words.ts";
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
    let seen: unknown[] = [];
    let missing: readonly string[] = [];
    const lookAtArms = () => {
      const { arms, ownWords } = settings;
      if (arms === seen[0] && ownWords === seen[1]) return;
      seen = [arms, ownWords];
      const now = armsWithoutWords(arms.names, ownWords);
      for (const fault of now)
        if (!missing.includes(fault)) log("words.missing", { outcome: "own-words", fault });
      missing = now;
    };
    const look = async () => {
      if ((await own.newest()) !== settings.ownWords.revision) {
        const { revision, questions } = await own.inForce();
        settings.ownWords = ownWordsFrom(revision, questions);
        log("words.taken_up", { outcome: "own-words", count: revision });
      }
      lookAtArms();
    };
    // Nobody may be shown a consent in words that are no more.
    await awaitedAtStart(look, log);
    const pollMs = Math.min(longestPollMs, settings.outboxPollMs);
    return polling(look, { pollMs, log, failed: "words.read_failed" });
  },
  storeFindings: async (connection, _, { arms }) => {
    const { revision, questions } = await connection.read(inForce);
    return [
      ...lostPlaces(questions).map((place) =>
        note(`Words of your own are shown nowhere, since this release asks no such thing: ${place}.`),
      ),
      ...armsWithoutWords(arms.names, ownWordsFrom(revision, questions)).map(wrong),
    ];
  },
  commands: { after: "terms", load: async () => (await import("./command.ts")).addWords },
};
