import type { AppLoadContext } from "@remix-run/node";
import { dayCounter } from "../../../services/calendar/days.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import { stopText } from "../../../services/features/revocations/story.ts";
import { takeStop } from "../../../services/features/revocations/take-stop.ts";
import type { Services } from "../../../services/index.ts";
import { closeNotice } from "../../../services/operations/privacy.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { freeWords } from "../../../services/operations/text.ts";
import type { Lead, Message } from "../../../services/store/rows.ts";
import { checks } from "../../../services/store/sales/holders.ts";
import { isSame } from "../../../services/store/sales/ledger-lines.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { access } from "./feature.ts";

/** What came of telling one receiver. `canClose`: a person may say that they have told it. */
export type ToldRow = {
  id: string;
  receiver: string;
  words: string;
  tone: "good" | "bad" | "quiet";
  why: string;
  canClose: boolean;
};
export type CardData = {
  id: string;
  said: { at: string; text: string }[];
  told: ToldRow[];
  /** Who may have said that its person wants no call. */
  buyers: string[];
  mayPress: boolean;
};

export const pageOf = (id: string) => `/console/leads/${id}/do-not-call`;

/** What buyers heard from the person of a lead, and who was told of it. @returns undefined where nobody had the lead */
export async function cardData(
  { store, settings }: Pick<Services, "store" | "settings">,
  { id }: Pick<Lead, "id">,
  { role }: Pick<Viewer, "role">,
): Promise<CardData | undefined> {
  const [stops, reached, messages] = await Promise.all([
    store.revocations.ofLead(id),
    store.revocations.reached(id),
    store.outbox.list({ leadId: id }),
  ]);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const told = messages
    .filter(({ destination }) => destination.startsWith("revoked."))
    .map((message) => toldRow(message, time, mayAs(role, "leads")))
    .sort((one, other) => one.receiver.localeCompare(other.receiver));
  const buyers = [...new Set(reached)].filter((name) => !checks.includes(name)).sort();
  if (buyers.length + stops.length + told.length === 0) return undefined;
  const said = stops.map((stop) => ({ at: time(stop.at), text: stopText(stop) }));
  return { id, said, told, buyers, mayPress: mayPress(role, access) };
}

function toldRow(message: Message, time: (at: number) => string, isWhole: boolean): ToldRow {
  const { id, destination, status, attempts, runAt, updatedAt, lastError } = message;
  const receiver = destination.slice("revoked.".length);
  const row = { id, receiver, why: "", canClose: false };
  if (status === "delivered") return { ...row, words: `Told ${time(updatedAt)}`, tone: "good" };
  const why = freeWords(lastError, isWhole);
  if (status === "sending" || (status === "waiting" && attempts === 0))
    return { ...row, words: "Is being told", tone: "quiet" };
  if (status === "waiting")
    return { ...row, words: `Not told yet; tried again ${time(runAt)}`, tone: "quiet", why, canClose: true };
  return { ...row, words: "Not told", tone: "bad", why, canClose: true };
}

/** What came of a press: `look` what it would do, or why it is refused. */
export type Pressed = { look?: SecondLook; text: string };

/**
 * Takes what a buyer said, once it was looked at, or notes that a receiver was told by a person.
 * @returns undefined where it is done
 */
export async function pressed(
  lead: Lead,
  { intent, buyer = "", message = "", confirmed }: PostedForm,
  { services: { store, settings, now, outbox } }: AppLoadContext,
  person: string,
): Promise<Pressed | undefined> {
  const { id } = lead;
  if (intent === "told") {
    const own = await store.outbox.get(message);
    if (own?.leadId !== id || !(await closeNotice(store.outbox, own.id)))
      return { text: "There is nobody to be told by that message." };
    await store.readings.add(person, "console told", [id], { about: own.id });
    return undefined;
  }
  if (intent !== "stop") return { text: "You can’t do that here." };
  const reached = (await store.revocations.reached(id)).filter((name) => !checks.includes(name));
  const name = reached.find((each) => isSame(each, buyer));
  if (name === undefined) return { text: "Choose who was told: one of those that have the lead." };
  const others = [...new Set(reached)].filter((each) => each !== name).sort();
  const says = [
    "Nobody is sent anything of this phone number or e-mail address any more.",
    others.length === 0
      ? "Of this lead nobody else has to be told."
      : `Of this lead these are told not to call, as far as they have not returned it: ${others.join(", ")}.`,
    "Whoever has another lead of the same number or address is told, too.",
    "The sale stays in the books: a stop is no return.",
  ];
  const wanted = lookAt(intent, id, name, says);
  if (confirmed !== wanted) {
    const fields = { intent, buyer: name, confirmed: wanted };
    const look = { says, fields, button: `Yes, ${name} was told to stop`, warns: "It can’t be taken back." };
    return { text: "", look };
  }
  await store.readings.add(person, "console do-not-call", [id], { about: name });
  const at = now();
  const said = { leadId: id, outcome: "do-not-call", buyer: name, at };
  const day = dayCounter(settings.siteTimeZone)(at);
  const taken = await takeStop({ store, settings, now }, { ...said, day }, { door: "console", person });
  if ("field" in taken) return { text: "Its buyer does not have this lead any more." };
  outbox.wake();
  return undefined;
}
