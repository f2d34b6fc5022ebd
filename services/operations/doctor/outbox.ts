import { doubtAt } from "../../delivery/outbox/order-of.ts";
import { newsOfFeatures } from "../../features.ts";
import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import type { OutboxQueue } from "../../store/outbox/outbox-queue.ts";
import type { Message } from "../../store/rows.ts";
import type { Behind } from "../../store/sales/ledger-fill.ts";
import { counted } from "../text.ts";

const minute = 60_000;
/** A message this old has been tried several times. */
const oldMs = 60 * minute;

/**
 * @param delivered names of the rows whose receivers have settings
 * @param at epoch milliseconds
 * @param doubtful messages that were given up although their receiver may have them
 */
export function lookAtOutbox(
  depth: Awaited<ReturnType<OutboxQueue["depth"]>>,
  delivered: readonly string[],
  at: number,
  doubtful: readonly Pick<Message, "destination">[] = [],
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
            doubtful.filter((message) => message.destination === destination).length,
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

/** Whether what follows from a sale is late: it takes a second, or some more where another process died and the others do it. */
export function isLate({ since }: Behind["books"], at: number): boolean {
  return since !== undefined && at - since > minute;
}

/**
 * Whether what buyers took is recorded, in the books, and told to those whom features tell.
 * @param unrecorded messages whose last attempt but this ended in a way that is not known, per destination
 * @param at epoch milliseconds
 */
export function lookAtSales(
  behind: Behind,
  unrecorded: Awaited<ReturnType<OutboxQueue["unrecorded"]>>,
  at: number,
): Finding[] {
  const { books } = behind;
  const age = ({ since }: Behind["books"]) => counted(Math.round((at - since!) / minute), "minute");
  const found = unrecorded.map(({ destination, count }) =>
    wrong(
      `${counted(count, "message")} to ${destination} sent again, since how the attempt before ended could not be recorded: outbox.record_failed in the log says why.`,
    ),
  );
  if (isLate(books, at))
    found.push(
      wrong(
        `Not in the books yet: ${books.count} of what was sold or reported, the oldest for ${age(books)}. Is the site running? It logs sales.failed, with the reason.`,
      ),
    );
  for (const { name, to } of newsOfFeatures) {
    const unread = behind[name];
    if (unread && isLate(unread, at))
      found.push(
        wrong(
          `Not queued yet: ${counted(unread.count, "message")} to ${to}, the oldest for ${age(unread)}. Is the site running? It logs ${name}.failed, with the reason.`,
        ),
      );
  }
  const readers = newsOfFeatures.map(({ to }) => to).join(" and ");
  return found.length > 0
    ? found
    : [ok(`All that was sold is in the books${readers === "" ? "" : `, and ${readers} are told`}.`)];
}

/** The newest of those that were given up whose receiver may have them, also where a person gave them up. */
export async function doubtfulIn(outbox: Pick<OutboxQueue, "list" | "attempts">): Promise<Message[]> {
  const parked = await outbox.list({ status: "parked" });
  if (parked.length === 0) return [];
  const attempts = await outbox.attempts(parked.map(({ id }) => id));
  return parked.filter((message) => doubtAt(message, attempts) !== undefined);
}

function maybeTheirs(destination: string, count: number): Finding[] {
  if (count === 0) return [];
  const them = count === 1 ? "one" : `${count}`;
  return [
    wrong(
      `Of these ${destination} may have ${them}, which nobody else is sold: ask there; leads show has what it answered.`,
    ),
  ];
}
