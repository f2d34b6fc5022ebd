import type { AppLoadContext } from "@remix-run/node";
import { dayCounter } from "../../../services/calendar/days.ts";
import { buyersOf } from "../../../services/features/revocations/card.ts";
import { takeStop } from "../../../services/features/revocations/take-stop.ts";
import { closeNotice } from "../../../services/operations/privacy.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import type { Lead } from "../../../services/store/rows.ts";
import { isSame } from "../../../services/store/sales/ledger-lines.ts";
import type { SecondLook } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

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
  const reached = await buyersOf(store.revocations, id);
  const name = reached.find((each) => isSame(each, buyer));
  if (name === undefined) return { text: "Choose who was told: one of those that have the lead." };
  const others = reached.filter((each) => each !== name);
  const says = [
    "Nobody is sent anything of this phone number or e-mail address any more.",
    others.length === 0
      ? "Of this lead nobody else has to be told."
      : `Of this lead these are told not to call, as far as they have not returned it: ${others.join(", ")}.`,
    "Who has another lead of the same number or address is told, too.",
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
