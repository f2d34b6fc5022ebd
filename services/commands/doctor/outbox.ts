import { isUnclear } from "../../delivery/outbox/order-of.ts";
import type { Message, OutboxQueue } from "../../store/types.ts";
import { counted } from "../text.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const minute = 60_000;
/** A message this old has been tried several times. */
const oldMs = 60 * minute;

/**
 * @param delivered names of the rows whose receivers have settings
 * @param at epoch milliseconds
 * @param parked the newest that were given up
 */
export function lookAtOutbox(
  depth: Awaited<ReturnType<OutboxQueue["depth"]>>,
  delivered: readonly string[],
  at: number,
  parked: readonly Pick<Message, "destination" | "lastError">[] = [],
): Finding[] {
  const found = depth.flatMap(({ destination, status, count, oldestAt }): Finding[] => {
    const minutes = Math.round((at - oldestAt) / minute);
    const messages = `${counted(count, "message")} for ${destination}`;
    const hasSettings = delivered.includes(destination);
    switch (status) {
      case "parked":
        return [
          wrong(`${messages} given up: npm run outbox -- list --status parked.`),
          ...maybeTheirs(
            destination,
            parked.filter((message) => message.destination === destination),
          ),
        ];
      case "held":
        return [note(`${messages} held for you to decide: npm run outbox -- list --status held says why.`)];
      case "waiting":
        if (!hasSettings)
          return [wrong(`${messages} waiting, but that destination is no longer configured.`)];
        return at - oldestAt > oldMs
          ? [wrong(`${messages} waiting, the oldest for ${minutes} minutes.`)]
          : [];
      case "unconfigured":
        return [
          note(
            `${messages} kept until ${hasSettings ? "the next start" : "that destination is configured"}.`,
          ),
        ];
      default:
        return [];
    }
  });
  return found.length > 0 ? found : [ok("No message has waited too long or been given up.")];
}

function maybeTheirs(destination: string, parked: readonly Pick<Message, "lastError">[]): Finding[] {
  const count = parked.filter(({ lastError }) => isUnclear(lastError ?? "")).length;
  if (count === 0) return [];
  const them = count === 1 ? "one" : `${count}`;
  return [
    wrong(
      `Of these ${destination} may have ${them}, which nobody else is sold: ask there; leads show has what it answered.`,
    ),
  ];
}
