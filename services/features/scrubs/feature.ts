import { note, ok, wrong } from "../../observe/finding.ts";
import { polling } from "../../observe/polling.ts";
import type { DestinationProvider } from "../../providers/provider.ts";
import type { Feature } from "../feature.ts";
import { portName, type Scrub, scrubsIn, section } from "./section.ts";
import { forgetVerdicts, overBudget, unknownSince, verdictsIn } from "./verdicts.ts";

const hourMs = 60 * 60_000;

const howOf = ({ mode, action, whenUnknown }: Scrub) =>
  mode === "test"
    ? "asked of each number, and only marks"
    : `asked of each number: ${action}, unknown: ${whenUnknown}`;

/** Lists stand among receivers, so that they are reached, checked, measured and tried as these are; no message is theirs. */
const receivers: DestinationProvider = {
  addresses: (settings) => scrubsIn(settings).map(({ url }) => url),
  destinations: (settings, callJson) =>
    scrubsIn(settings).map((scrub) => ({
      port: {
        name: portName(scrub.name),
        takes: [],
        configured: true,
        isTest: scrub.mode === "test",
        firstRetryMs: 5_000,
        deliver: async ({ payload }) =>
          (await import("./ask.ts")).askList(callJson, scrub, payload as Record<string, string>),
        sample: async (record) => ({
          payload: (await import("./ask.ts")).askedOf(record, record.phone.replace(/\D/g, "").slice(-10)),
          record,
        }),
      },
      how: howOf(scrub),
      reachedAt: [scrub.url],
    })),
};

/** Thousandths of a cent in dollars. */
const spentText = (cost: number) => `$${(cost / 100_000).toFixed(2)}`;

/** Asks lists about a lead's number before anybody is sent the lead (docs/guides/scrubs.md). */
export const scrubs: Feature<ReturnType<typeof verdictsIn>> = {
  name: "scrubs",
  section,
  tables: { names: ["scrub_verdicts", "scrub_days"], of: verdictsIn, forget: forgetVerdicts },
  addresses: (settings) => scrubsIn(settings).map(({ name, url }) => [`scrubs.${name}`, url]),
  receivers,
  before: (means) => {
    const all = scrubsIn(means.settings);
    if (all.length === 0) return undefined;
    const gate = import("./ask.ts").then(({ gateOf }) => gateOf(all, means));
    return async (...given) => (await gate)(...given);
  },
  start: async ({ store, log }) =>
    polling(() => store.scrubs.sweep(), { pollMs: hourMs, log, failed: "scrubs.sweep_failed" }),
  findings: (settings) => scrubsIn(settings).map((scrub) => ok(`The list ${scrub.name} is ${howOf(scrub)}.`)),
  storeFindings: async (connection, at) =>
    (await connection.read((db) => unknownSince(db, at - 24 * hourMs))).map(({ scrub, count, why }) =>
      (why === overBudget ? note : wrong)(
        `The list ${scrub} gave no verdict on ${count === 1 ? "a number" : `${count} numbers`} within a day, the last time because: ${why}. docs/something-is-wrong.md says what to do.`,
      ),
    ),
  health: async ({ scrubs: kept }) => {
    const all = await kept.today();
    if (all.length === 0) return [];
    const each = all.map(({ scrub, questions, cost, unknown }) =>
      [`${scrub} ${questions} asked today, ${spentText(cost)}`, unknown > 0 ? `no verdict on ${unknown}` : ""]
        .filter(Boolean)
        .join(", "),
    );
    const isBad = all.some(({ unknown }) => unknown > 0);
    return [{ name: "Scrubs", value: each.join("; "), isBad, href: "/console/deliveries" }];
  },
  story: async ({ scrubs: kept }, lead) =>
    (await kept.ofLead(lead.id, lead.record)).map(({ scrub, verdict, why, at }) => ({
      at: Math.max(at, lead.createdAt),
      text: `scrub ${scrub}: ${verdict === "open" || verdict === "asked" ? "no verdict yet" : verdict}${why && ` (${why})`}${at < lead.createdAt ? ", as asked before" : ""}`,
    })),
};
