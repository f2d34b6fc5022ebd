import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import type { DestinationProvider } from "../../providers/provider.ts";
import type { Settings } from "../../settings/env.ts";
import type { Feature } from "../feature.ts";
import { conversionRows, readerFor, receiverName } from "./messages.ts";
import {
  type Conversions,
  conversionEvents,
  conversionsIn,
  faultsIn,
  keepsOne,
  missingFor,
  networkNames,
  networks,
  placesOf,
  section,
  tokenName,
  variables,
} from "./setting.ts";

const toldOf = ({ said: { events } }: Conversions) =>
  conversionEvents.filter((event) => events[event] !== undefined);

/** Ad networks, each with a loop of its own in the outbox. */
const receivers: DestinationProvider = {
  addresses: (settings) =>
    conversionsIn(settings).flatMap(({ network }) => Object.values(placesOf(settings, network))),
  destinations: (settings, callJson) =>
    conversionsIn(settings).map((each) => {
      const { network, said } = each;
      return {
        port: {
          name: receiverName(network),
          takes: conversionRows(network),
          configured: missingFor(settings, network).length === 0,
          isTest: said.mode === "test",
          firstRetryMs: 10_000,
          deliver: async (message) =>
            (await import("./deliver.ts")).tell(each, message, { settings, callJson }),
          sample: async () => (await import("./deliver.ts")).sampleFor(each),
        },
        how: `tells ${networkNames[network]} of ${toldOf(each).join(", ")}`,
        reachedAt: Object.values(placesOf(settings, network)),
      };
    }),
};

/** What the owner should know about it: where a returned sale stays counted. */
function findingsFor(each: Conversions, settings: Settings): Finding[] {
  const { network, said } = each;
  const name = networkNames[network];
  const words = `${name} is told of ${toldOf(each).join(", ")}`;
  const mode =
    said.mode === "live"
      ? ""
      : network === "microsoft"
        ? ": nothing yet, since it has no test mode"
        : ", as tests";
  const stays =
    said.events.sold !== undefined && said.events.returned === undefined
      ? [
          note(
            keepsOne(network)
              ? `A lead that comes back stays sold at ${name}: conversions.${network}.events has no returned.`
              : `A lead that comes back stays sold at ${name}, which takes nothing back.`,
          ),
        ]
      : [];
  const missing = missingFor(settings, network).map((variable) =>
    wrong(`${name} cannot be told anything: ${variable} is not set. Messages are kept until it is.`),
  );
  return [ok(`${words}${mode}.`), ...stays, ...missing];
}

type Outbox = Parameters<NonNullable<Feature["outboxFindings"]>>[0];

/** How many of the newest messages of a kind show whether their network rejects the token. */
const looked = 20;

/** How many messages wait or were given up for each network, and whether that is for its token. */
async function leftIn(outbox: Outbox) {
  const rows = (await outbox.depth()).filter(({ status }) => status === "waiting" || status === "parked");
  const { isTokenRefused } = await import("./tokens.ts");
  const each = networks.map(async (network) => {
    const own = conversionRows(network);
    const mine = rows.filter(({ destination }) => own.includes(destination));
    const newest = await Promise.all(
      mine.map(({ destination, status }) => outbox.list({ destination, status, limit: looked })),
    );
    return {
      name: networkNames[network],
      network,
      count: mine.reduce((all, { count }) => all + count, 0),
      isRefused: newest.flat().some(({ lastError }) => isTokenRefused(lastError)),
    };
  });
  return (await Promise.all(each)).filter(({ count }) => count > 0);
}

/** Tells ad networks what became of the leads of their clicks (docs/guides/conversions.md). */
export const conversions: Feature = {
  name: "conversions",
  section,
  variables,
  faults: faultsIn,
  receivers,
  news: {
    noun: "conversion",
    to: "ad networks",
    reader: (settings) =>
      readerFor(conversionsIn(settings), (network) => missingFor(settings, network).length === 0),
  },
  findings: (settings) => conversionsIn(settings).flatMap((each) => findingsFor(each, settings)),
  outboxFindings: async (outbox) =>
    (await leftIn(outbox)).flatMap(({ name, network, count, isRefused }) =>
      isRefused
        ? wrong(
            `${name} refused the token of conversions.${network}; ${count === 1 ? "a message waits" : `${count} messages wait`} for a new one: put it into ${tokenName(network)} and restart. What was given up meanwhile goes out again by outbox -- retry.`,
          )
        : [],
    ),
  health: async ({ outbox }) => {
    const left = await leftIn(outbox);
    const refused = left.filter(({ isRefused }) => isRefused).map(({ name }) => name);
    if (left.length === 0) return [];
    const count = left.reduce((all, each) => all + each.count, 0);
    return [
      {
        name: "Conversions",
        value: refused.length > 0 ? `${refused.join(", ")} refused the token` : `${count} not told yet`,
        isBad: refused.length > 0,
        href: "/console/deliveries",
      },
    ];
  },
};
