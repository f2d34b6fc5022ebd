import { mayAs, type Role } from "../../console/roles.ts";
import { freeWords } from "../../operations/text.ts";
import type { Message } from "../../store/rows.ts";
import { checks } from "../../store/sales/holders.ts";
import type { Store } from "../../store/store.ts";
import { revokedRow } from "./messages.ts";
import { stopText } from "./story.ts";

/** What came of telling one receiver. `canClose`: a person may say that they have told it. */
export type ToldRow = {
  id: string;
  receiver: string;
  words: string;
  tone: "good" | "bad" | "quiet";
  why: string;
  canClose: boolean;
};

/** What is shown of one lead. `buyers`: who may have said that its person wants no call. */
export type StopCard = {
  said: { at: string; text: string }[];
  told: ToldRow[];
  buyers: string[];
  mayPress: boolean;
};

/**
 * What buyers heard from the person of a lead, and who was told of it.
 * @param role of who looks @param time how a moment is written
 * @returns undefined where nobody had the lead
 */
export async function cardOf(
  { revocations, outbox }: Pick<Store, "revocations" | "outbox">,
  id: string,
  { role, time }: { role: Role; time: (at: number) => string },
): Promise<StopCard | undefined> {
  const [stops, buyers, messages] = await Promise.all([
    revocations.ofLead(id),
    buyersOf(revocations, id),
    outbox.list({ leadId: id }),
  ]);
  const isWhole = mayAs(role, "leads");
  const rows = messages
    .filter(({ destination }) => destination.startsWith(revokedRow("")))
    .map((message) => toldRow(message, time, isWhole))
    .sort((one, other) => one.receiver.localeCompare(other.receiver));
  if (buyers.length + stops.length + rows.length === 0) return undefined;
  const said = stops.map((stop) => ({ at: time(stop.at), text: stopText(stop) }));
  return { said, told: rows, buyers, mayPress: isWhole };
}

/** Who has a lead, and may have called its person. */
export async function buyersOf(
  { reached }: Pick<Store["revocations"], "reached">,
  id: string,
): Promise<string[]> {
  return [...new Set(await reached(id))].filter((name) => !checks.includes(name)).sort();
}

function toldRow(message: Message, time: (at: number) => string, isWhole: boolean): ToldRow {
  const { id, destination, status, attempts, runAt, updatedAt, lastError } = message;
  const row = { id, receiver: destination.slice(revokedRow("").length), why: "", canClose: false };
  if (status === "delivered") return { ...row, words: `Told ${time(updatedAt)}`, tone: "good" };
  // What has to be done by hand is no error of anybody's.
  const why = freeWords(lastError, isWhole).replace(/^Error: /, "");
  if (status === "sending" || (status === "waiting" && attempts === 0))
    return { ...row, words: "Is being told", tone: "quiet" };
  if (status === "waiting")
    return { ...row, words: `Not told yet; tried again ${time(runAt)}`, tone: "quiet", why, canClose: true };
  return { ...row, words: "Not told", tone: "bad", why, canClose: true };
}
