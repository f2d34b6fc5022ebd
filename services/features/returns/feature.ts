import type { Connection } from "../../store/engine/connection.ts";
import type { Bookkeeping } from "../../store/sales/ledger-fill.ts";
import { isSame } from "../../store/sales/ledger-lines.ts";
import type { AddedToBooks } from "../books/added.ts";
import type { Feature } from "../feature.ts";
import { returnNumbersIn } from "./numbers.ts";
import { requestsIn } from "./requests.ts";
import { counter } from "./tally.ts";
import { standingText } from "./words.ts";

const dayMs = 24 * 60 * 60_000;

const returnsIn = (connection: Connection, now: () => number, bookkeeping: Bookkeeping) => ({
  ...requestsIn(connection, now, bookkeeping),
  numbers: returnNumbersIn(connection),
});

/**
 * Why leads come back: a desk for returns that are asked for, and numbers of all returns by reason, source and answer
 * (docs/guides/sales.md).
 */
export const returns: Feature<ReturnType<typeof returnsIn>> = {
  name: "returns",
  needs: ["books"],
  tables: { names: ["return_requests", "returned_leads", "return_tallies"], of: returnsIn },
  adds: {
    books: {
      returns: {
        isAsked: ({ destinations }, buyer) =>
          destinations.some(({ name, returns }) => returns === "asked" && isSame(name, buyer)),
        ask: (store, ...given) => store.returns.ask(...given),
        asked: async ({ returns }, of) =>
          (await returns.open(of)).map(({ reportId: id, ...request }) => ({
            ...request,
            id,
            outcome: "returned" as const,
            standing: standingText(request),
          })),
      },
    } satisfies AddedToBooks,
  },
  news: { noun: "sale or return", to: "the numbers of returns", reader: counter },
  health: async ({ returns }) => {
    const { counted } = await import("../../operations/text.ts");
    const { count, since } = await returns.howMany();
    if (since === null) return [];
    const days = Math.floor((Date.now() - since) / dayMs);
    const age = days === 0 ? "less than a day" : counted(days, "day");
    const value = `${count} to decide, the oldest for ${age}`;
    return [{ name: "Returns", value, isBad: days >= 3, href: "/console/returns" }];
  },
  story: async (store, lead) => (await import("./story.ts")).requestLines(store, lead),
};
