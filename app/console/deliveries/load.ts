import type { AppLoadContext } from "@remix-run/node";
import { endsSoonMs, keyEnds } from "../../../services/alarms/conditions.ts";
import { dayOf } from "../../../services/alarms/words.ts";
import { buyersInOrder } from "../../../services/delivery/outbox/order-of.ts";
import { rowsOf } from "../../../services/delivery/outbox/route.ts";
import { receivers } from "../../../services/providers/index.ts";
import { messageStatuses } from "../../../services/store/rows.ts";
import { shownTime } from "../ui/shown-time.ts";
import type { DeliveriesData, Receiver } from "./deliveries-data.ts";
import { messageRows } from "./load-messages.ts";

const most = 100;
/** What nobody has got and somebody may want to look at. */
const unsettled = messageStatuses.filter((status) => status !== "delivered" && status !== "suppressed");

/**
 * What is not delivered, by receiver, and the newest messages of one of them or of one status.
 * @param isWhole whether the viewer may read who the visitors are
 */
export async function deliveriesData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
): Promise<DeliveriesData> {
  const [depth, pauses] = await Promise.all([store.outbox.depth(), store.pauses.list()]);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const known = receivers(settings);
  const ends = keyEnds(settings);
  const ports = new Map(known.flatMap((port) => rowsOf(port).map((name) => [name, port] as const)));
  const names = [...new Set([...ports.keys(), ...depth.map(({ destination }) => destination)])];
  const all = names.map((name): Receiver => {
    const port = ports.get(name);
    const pause = pauses.find(({ destination }) => destination === name);
    const counts = depth.filter(({ destination }) => destination === name);
    return {
      name,
      mode: port?.configured ? (port.isTest ? "test" : "live") : "not configured",
      counts: counts.map(({ status, count, oldestAt }) => ({ status, count, oldest: time(oldestAt) })),
      paused: pause ? `Paused by ${pause.person} since ${time(pause.at)}` : "",
      keyEnd: keyEndText(ends.get(name), Date.now()),
    };
  });
  const status = unsettled.find((each) => each === query.get("status"));
  const destination = names.find((each) => each === query.get("destination"));
  const wanted = status ? [status] : unsettled.filter((each) => depth.some((row) => row.status === each));
  // A lead that the next buyer was asked for is on its way: only who asks for the rejected sees those.
  const exceptPassedOn = status ? undefined : buyersInOrder(known);
  const messages = await Promise.all(
    wanted.map((each) => store.outbox.list({ status: each, destination, exceptPassedOn, limit: most })),
  );
  const newest = messages
    .flat()
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, most);
  const leadIds = status === "rejected" ? newest.map(({ leadId }) => leadId) : [];
  const ofLeads = leadIds.length > 0 ? await store.outbox.list({ leadId: leadIds, limit: 10_000 }) : [];
  return {
    receivers: all.filter(isOfInterest),
    // What was passed on can be sold once more on the lead's own page, where the whole order stands.
    messages: messageRows(newest, ofLeads, settings, isWhole).map((row) => ({
      ...row,
      canRetry: row.canRetry && row.passedOnTo === undefined,
    })),
    shown: [status, destination].filter((each) => each !== undefined),
  };
}

function keyEndText(end: number | undefined, at: number): Receiver["keyEnd"] {
  if (end === undefined) return undefined;
  const text = end <= at ? `Its key has ended, on ${dayOf(end)}` : `Its key ends on ${dayOf(end)}`;
  return { text, isSoon: end - at < endsSoonMs };
}

/** Those without settings, notices of deletion, and what affiliates are told, of whom there are many, matter only once something waits. */
function isOfInterest({ name, mode, counts, paused }: Receiver): boolean {
  const isUsual = mode !== "not configured" && !/^(deletion|postback)\./.test(name);
  return isUsual || counts.length > 0 || paused !== "";
}

/** Every receiver that can be paused. */
export async function receiverNames({ services }: AppLoadContext): Promise<string[]> {
  const depth = await services.store.outbox.depth();
  return [...receivers(services.settings).flatMap(rowsOf), ...depth.map(({ destination }) => destination)];
}
