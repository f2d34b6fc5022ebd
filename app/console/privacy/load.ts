import type { AppLoadContext } from "@remix-run/node";
import type { Viewer } from "../../../services/console/console.ts";
import { printable } from "../../../services/observe/printable.ts";
import { consentsAfter, erasePerson, heldIn, privacyDocument } from "../../../services/operations/privacy.ts";
import { counted } from "../../../services/operations/text.ts";
import { type ContactPoints, normalEmail, normalPhone } from "../../../services/store/engine/address-hash.ts";
import type { Holdings } from "../../../services/store/people/people.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { shownTime } from "../ui/shown.ts";

/** The person in a form, as typed: each form of the page passes it on in the post, never in an address. */
export type Asked = { email: string; phone: string };

/** The result of a press: a person, an erasure, or the reason for neither. */
export type PrivacyAnswer = { asked: Asked; fault?: string; found?: FoundPerson; erased?: ErasedPerson };

const newest = 30;

/** An action on somebody's data, by its name in the audit log. */
type Deed = "find" | "export" | "erase";

/** The person in a form, or the reason why there is none. */
type Named = { asked: Asked } & ({ person: ContactPoints } | { fault: string });

export function personIn({ email = "", phone = "" }: PostedForm): Named {
  const asked = { email: email.trim().slice(0, 320), phone: phone.trim().slice(0, 40) };
  const refuse = (fault: string) => ({ asked, fault });
  if (!asked.email && !asked.phone) return refuse("Enter an e-mail address or a phone number.");
  if (asked.email && !normalEmail(asked.email)) return refuse("This is not an e-mail address.");
  if (asked.phone && !normalPhone(asked.phone)) return refuse("This is not a US phone number of ten digits.");
  return { asked, person: { email: asked.email || undefined, phone: asked.phone || undefined } };
}

/** Everything about a person. The access is in the audit log before anybody sees it. */
async function heldAbout(
  person: ContactPoints,
  deed: Deed,
  viewer: Viewer,
  { services: { store, log } }: AppLoadContext,
): Promise<Holdings> {
  const holdings = await store.people.find(person);
  const ids = holdings.leads.map(({ id }) => id);
  await store.readings.add(viewer.name, `console privacy ${deed}`, ids);
  log("console.privacy", { outcome: deed, count: ids.length });
  return holdings;
}

export type FoundPerson = Awaited<ReturnType<typeof findPerson>>;

/** All data held about a person, in words; only `asked` identifies them. */
export async function findPerson(
  { asked, person }: { asked: Asked; person: ContactPoints },
  viewer: Viewer,
  context: AppLoadContext,
) {
  const holdings = await heldAbout(person, "find", viewer, context);
  const time = (at: number) => shownTime(at, context.services.settings.siteTimeZone);
  const { leads, messages, requests, suppressions } = holdings;
  return {
    asked,
    held: heldIn(holdings, context.services.settings),
    consents: consentsAfter(context.services.settings),
    leads: leads.map(({ id, kind, variant, createdAt, erasedAt }) => {
      const what = kind === "contact" ? "Contact form" : `Survey ${variant}`;
      const its = messages.filter(({ leadId }) => leadId === id);
      return {
        id,
        text: `${what}, ${time(createdAt)}${erasedAt === null ? "" : ", erased"}`,
        receivers: its.map(({ destination, status }) => `${destination} ${status}`).join(", "),
      };
    }),
    history: [
      ...requests.map(
        ({ kind, reachKind, at }) =>
          `Asked for ${requestWords[kind]} by ${reachWords[reachKind]}, ${time(at)}`,
      ),
      ...suppressions.map(
        ({ kind, refusal, createdAt }) =>
          `Suppressed by ${reachWords[kind]} (${refusal}), ${time(createdAt)}`,
      ),
    ],
  };
}

const requestWords = { export: "a copy", delete: "deletion" };
const reachWords = { email: "e-mail address", phone: "phone number" };

/** The person's copy, as a JSON document. */
export async function copyFor(
  person: ContactPoints,
  viewer: Viewer,
  context: AppLoadContext,
): Promise<string> {
  const holdings = await heldAbout(person, "export", viewer, context);
  await context.services.store.people.record("export", person);
  return privacyDocument(person, holdings, Date.now());
}

export type ErasedPerson = Awaited<ReturnType<typeof forget>>;

export async function forget(person: ContactPoints, viewer: Viewer, context: AppLoadContext) {
  const holdings = await heldAbout(person, "erase", viewer, context);
  const { notices, forwarded, isScrubbed } = await erasePerson(
    context.services.store.people,
    person,
    holdings,
  );
  return {
    // These will be told to delete what they have.
    receivers: [...new Set(notices.map(({ receiver }) => receiver))],
    forwarded,
    isScrubbed,
    consents: consentsAfter(context.services.settings),
  };
}

export type ReadingRow = Awaited<ReturnType<typeof newestReadings>>[number];

/** The newest entries of the audit log about reading personal data. */
export async function newestReadings({ services: { store, settings } }: AppLoadContext) {
  const rows = await store.readings.newest(newest);
  return rows.map(({ at, operator, command, leads, about, reason }) => ({
    at: shownTime(at, settings.siteTimeZone),
    who: printable(operator),
    what: [
      command,
      leads === "" ? "" : counted(leads.split(" ").length, "lead"),
      printable(about),
      reason && `because: ${printable(reason)}`,
    ]
      .filter(Boolean)
      .join(", "),
  }));
}
