import { type Finding, wrong } from "../../observe/finding.ts";
import { isNotice } from "../../store/rows.ts";
import type { AddedToBooks } from "../books/added.ts";
import type { Core, Feature, Job } from "../feature.ts";
import type { cardOf, StopCard } from "./card.ts";
import { reader } from "./messages.ts";
import { stopsIn } from "./stops.ts";

const dayMs = 24 * 60 * 60_000;

type Outbox = Parameters<NonNullable<Feature["outboxFindings"]>>[0];

/** Notices, those of deletion among them, that a receiver has not taken within a day. */
async function overdueIn(outbox: Pick<Outbox, "depth">, at: number) {
  return (await outbox.depth())
    .filter(({ destination, oldestAt }) => isNotice(destination) && at - oldestAt > dayMs)
    .map(({ destination, count, oldestAt }) => ({
      destination,
      count,
      receiver: destination.slice(destination.indexOf(".") + 1),
      hours: Math.floor((at - oldestAt) / 3_600_000),
    }));
}

/** What pages of the console show of a lead. Nothing of it goes on by itself. */
type Revocations = Job & {
  ofLead(id: string, how: Parameters<typeof cardOf>[2]): Promise<StopCard | undefined>;
};

/**
 * Hears that somebody said stop to a buyer, and tells everybody who has a lead of theirs of that, and of each opt-out
 * (docs/guides/revocations.md).
 */
export const revocations: Feature<ReturnType<typeof stopsIn>, Revocations> & {
  start: (core: Core) => Promise<Revocations>;
} = {
  name: "revocations",
  needs: ["books"],
  tables: { names: ["stops"], of: stopsIn },
  adds: {
    books: {
      reports: {
        "do-not-call": { take: async (...given) => (await import("./take-stop.ts")).takeStop(...given) },
      },
    } satisfies AddedToBooks,
  },
  news: { noun: "stop", to: "receivers", reader: () => reader },
  start: async ({ store }) => ({
    stop: async () => {},
    ofLead: async (...given) => (await import("./card.ts")).cardOf(store, ...given),
  }),
  outboxFindings: async (outbox): Promise<Finding[]> =>
    (await overdueIn(outbox, Date.now())).map(({ receiver, destination, count, hours }) =>
      wrong(
        `${receiver} has not taken ${count === 1 ? "a notice" : `${count} notices`} of who said stop or is to be deleted, the oldest for ${hours} hours: npm run outbox -- list --destination ${destination}; docs/something-is-wrong.md says what to do.`,
      ),
    ),
  health: async ({ outbox }) => {
    const overdue = await overdueIn(outbox, Date.now());
    if (overdue.length === 0) return [];
    const names = [...new Set(overdue.map(({ receiver }) => receiver))].join(", ");
    const href = "/console/deliveries";
    return [{ name: "Stops", value: `Not taken for a day: ${names}`, isBad: true, href }];
  },
  story: async (store, lead) => (await import("./story.ts")).stopLines(store, lead),
};
