import type { AppLoadContext } from "@remix-run/node";
import type { Arrival } from "../../../machines/context/tracking.ts";
import { variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { maskedPerson, wholePerson } from "../../../services/observe/masked-lead.ts";
import { printable } from "../../../services/observe/printable.ts";
import { mayOffer, receiversNow } from "../../../services/operations/offer.ts";
import { notOfferedText, placeOf, storyParts } from "../../../services/operations/story.ts";
import { fieldRows, freeWords, masked, visitorName } from "../../../services/operations/text.ts";
import type { ConsentBody, ConsentRow, Lead } from "../../../services/store/rows.ts";
import { languageFacts, languageNamed, mainLanguage } from "../../../services/words/languages.ts";
import { inWordsOf } from "../../survey/screen/in-words.ts";
import { localizedSteps } from "../../survey/server/localized-steps.ts";
import { messageRows } from "../deliveries/load.ts";
import { shownAge, shownTime } from "../ui/shown.ts";

export type LeadData = Awaited<ReturnType<typeof leadData>>;

/**
 * A lead with its story. Viewers of personal data see all of it, after the access was logged; others do not see the
 * visitor's own words and answers.
 * @throws Response 404
 */
export async function leadData(id: string, viewer: Viewer, { services }: AppLoadContext) {
  const { store, settings } = services;
  const lead = await store.inbox.find(id);
  if (!lead) throw new Response("There is no such lead.", { status: 404 });
  const isWhole = mayAs(viewer.role, "leads");
  if (isWhole) await store.readings.add(viewer.name, "console lead", [id]);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const [{ verdict, suspicions, odd, lines, messages, order, notOffered }, notes, canOffer] =
    await Promise.all([
      storyParts(store, lead, await receiversNow(services), settings, time),
      store.inbox.notes(id),
      mayOffer(services, lead),
    ]);
  const seen = isWhole ? lines : lines.filter(({ isPersonal }) => !isPersonal);
  const person = maskedPerson(lead.record);
  return {
    id,
    title: (isWhole ? wholePerson(lead.record).name : person.name) || "No name",
    contact: isWhole
      ? contactOf(lead.record)
      : [person.phone, person.email].filter(Boolean).map((text) => ({ text, href: "" })),
    answers: isWhole ? await answersOf(services, lead) : [],
    agreed: isWhole ? agreedTo(await store.consents.ofLead(id), time) : null,
    what: [
      placeOfPerson(lead.record, isWhole),
      shownAge(lead.createdAt),
      `${lead.kind === "contact" ? "contact form" : `survey ${lead.variant}`}, ${time(lead.createdAt)}`,
    ]
      .filter(Boolean)
      .join(" · "),
    verdict: lead.kind === "contact" ? "" : verdict,
    isQualified: lead.qualified === true,
    suspicions,
    odd,
    isWhole,
    lines: seen.map(({ at, text, short = text }) => ({ at: time(at), text: isWhole ? text : masked(short) })),
    order: order === undefined ? "" : `Order: ${order}.`,
    notOffered: notOffered.map((each) => ({ name: each.name, why: notOfferedText(each, isWhole) })),
    canOffer,
    messages: messageRows(messages, messages, settings, isWhole),
    record: isWhole ? fieldRows(lead.record).filter(([, value]) => value !== "(empty)") : [],
    notes: notes.map(({ id, at, person: by, remark }) => ({
      id,
      at: time(at),
      by,
      // The viewer's own notes, and the visitor's choices from a list.
      remark:
        isWhole || by === viewer.name || by === visitorName
          ? printableLines(remark)
          : freeWords(remark, false),
    })),
    handled: lead.handledAt === null ? "" : `Handled by ${lead.handledBy}, ${time(lead.handledAt)}`,
  };
}

/** How the visitor is reached, by one press. */
function contactOf({ phone, email }: Record<string, unknown>): { text: string; href: string }[] {
  const said = (each: unknown) => (typeof each === "string" ? printable(each) : "");
  return [
    { text: said(phone), href: `tel:+1${said(phone).replace(/\D/g, "").slice(-10)}` },
    { text: said(email), href: `mailto:${encodeURIComponent(said(email)).replace("%40", "@")}` },
  ].filter(({ text }) => text !== "");
}

/** `Tampa, FL`; for who sees leads masked the state alone, as in the inbox. */
function placeOfPerson({ city, state }: Record<string, unknown>, isWhole: boolean): string {
  const said = isWhole ? [city, state] : [state];
  return said
    .flatMap((part) => (typeof part === "string" && part !== "" ? [printable(part)] : []))
    .join(", ");
}

/** What the visitor agreed to, and how; null for a contact form, and once it was erased. */
function agreedTo(consent: ConsentRow | undefined, time: (at: number) => string) {
  if (!consent?.body) return null;
  const { text, version, language, button, page } = JSON.parse(consent.body) as ConsentBody;
  const how = `By the button “${printable(button)}” on ${printable(page)}, ${time(consent.at)}.`;
  const proof = `Words of version ${printable(version)}, in ${languageFacts(languageNamed(language) ?? mainLanguage).english}; ${placeOf(consent)}.`;
  return { text: printableLines(text), language, how, proof };
}

type CaseRow = { question: string; lines: readonly string[] };

/** The questions that the visitor answered, in words, without the contact fields, which are shown elsewhere. */
async function answersOf(
  { store, settings }: AppLoadContext["services"],
  lead: Pick<Lead, "origin" | "variant">,
): Promise<CaseRow[]> {
  const variant = variants.get(lead.variant);
  const visit = variant && (await store.visits.load(lead.origin));
  if (!visit) return [];
  const given = new Map<string, Answers>();
  let arm: Arrival["arm"];
  for (const { kind, body } of visit.entries) {
    if (kind === "entry") ({ arm } = body as Arrival);
    const { step, answers } = body as { step: string; answers: Answers };
    // Back takes the newest answer away.
    if (kind === "back") given.delete([...given.keys()].at(-1) ?? "");
    if (kind !== "answer") continue;
    given.delete(step);
    given.set(step, answers);
  }
  const steps = localizedSteps(variant, mainLanguage, settings.company, settings.ownWords, arm?.words);
  return [...given].flatMap(([name, answers]) => {
    const step = steps[name];
    if (!step || step.consent || step.kind === "contact") return [];
    const lines = inWordsOf(step, answers, mainLanguage).flatMap((line) => printableLines(line));
    return lines.length > 0 ? [{ question: step.heading, lines }] : [];
  });
}

function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join("\n");
}
