import type { AppLoadContext } from "@remix-run/node";
import { mayAs, type Role } from "../../../services/console/roles.ts";
import { offerSecond, type Unsold, unsoldLeads } from "../../../services/features/unsold/unsold.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { counted, freeWords, masked, shownFields } from "../../../services/operations/text.ts";
import { isLeadId } from "../../../services/store/leads/inbox.ts";
import { type SecondLook, shownAge, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { listPage } from "./feature.ts";

/** The result of a press, a sentence each; or its effect, to confirm. */
export type Pressed = { texts: readonly string[]; isRefused: boolean; look?: SecondLook };

const pageSize = 25;

export type UnsoldData = Awaited<ReturnType<typeof unsoldData>>;

export async function unsoldData(query: URLSearchParams, role: Role, { services }: AppLoadContext) {
  const before = query.get("before") ?? "";
  const leads = await unsoldLeads(services, pageSize + 1, isLeadId(before) ? before : undefined);
  const shown = leads.slice(0, pageSize);
  const isWhole = mayAs(role, "leads");
  return {
    rows: shown.map((each) => rowOf(each, isWhole, services.settings.siteTimeZone)),
    buyers: [...new Set(shown.flatMap(({ fresh }) => fresh))],
    next: leads.length > pageSize ? `${listPage}?before=${shown.at(-1)!.lead.id}` : undefined,
  };
}

function rowOf({ lead, reasons, fresh, second }: Unsold, isWhole: boolean, zone: string) {
  const { state, affid } = lead.record;
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  const affiliate = textOf(affid);
  return {
    id: lead.id,
    age: shownAge(lead.createdAt),
    from: [
      `survey ${lead.variant}`,
      printable(textOf(state)),
      affiliate && `affiliate ${isWhole ? printable(affiliate) : masked(affiliate)}`,
    ]
      .filter(Boolean)
      .join(", "),
    reasons: reasons.map(({ name, why, theirs }) => ({
      name: printable(name),
      why: theirs ? freeWords(answerIn(why), isWhole) || "declined" : printable(why),
    })),
    fresh: [...fresh],
    second: second
      ? `Offered a second time ${shownTime(second.at, zone)} by ${printable(second.person)}, to ${(JSON.parse(second.buyers) as string[]).map(printable).join(", ")}`
      : undefined,
  };
}

/** A buyer's answer as a list of its fields, where it is JSON. */
function answerIn(why: string): string {
  const [, json] = /^status \d{3}, (\{.*\})$/s.exec(why) ?? [];
  if (json === undefined) return why;
  try {
    return `answered ${shownFields(JSON.parse(json))}`;
  } catch {
    // It may be cut short.
    return why;
  }
}

/** Offers the chosen leads a second time, at the second press. */
export async function pressed(form: PostedForm, context: AppLoadContext, person: string): Promise<Pressed> {
  const { services } = context;
  const { store, settings, outbox } = services;
  const chosen = (prefix: string) =>
    Object.keys(form).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const one = form.one ?? "";
  const leads = (one ? [one] : chosen("lead-")).filter(isLeadId).slice(0, pageSize);
  const buyers = chosen("to-");
  const refuse = (text: string): Pressed => ({ texts: [text], isRefused: true });
  if (leads.length === 0) return refuse("Choose the leads to offer again.");
  if (buyers.length === 0) return refuse("Choose the buyers to offer them to.");
  const says = [
    `${counted(leads.length, "lead")} offered to ${buyers.map(printable).join(", then ")}.`,
    "A buyer is asked only for what it takes by its terms and never had, and one after the other.",
    "Each lead is offered a second time once.",
  ];
  const name = lookAt("second offer", leads, buyers);
  if (form.confirmed !== name) {
    const fields = Object.fromEntries([
      ...leads.map((id) => [`lead-${id}`, "on"]),
      ...buyers.map((buyer) => [`to-${buyer}`, "on"]),
      ["confirmed", name],
    ]);
    return {
      texts: [],
      isRefused: false,
      look: { says, warns: "", fields, button: `Offer ${counted(leads.length, "lead")} again` },
    };
  }
  await store.readings.add(person, "console offer-second", leads, { about: buyers.join(", ") });
  const refused: string[] = [];
  for (const id of leads) {
    try {
      await offerSecond(services, id, buyers, person, (at) => shownTime(at, settings.siteTimeZone));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(error.message);
    }
  }
  const done = leads.length - refused.length;
  if (done > 0) outbox.wake();
  return {
    texts: [...(done > 0 ? [`${counted(done, "lead")} offered again.`] : []), ...refused],
    isRefused: done === 0,
  };
}
