import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { maskedPerson } from "../../../services/observe/masked-lead.ts";
import { printable } from "../../../services/observe/printable.ts";
import { mayOffer, receiversNow } from "../../../services/operations/offer.ts";
import { storyParts } from "../../../services/operations/story.ts";
import { fieldRows, freeWords, masked, visitorName } from "../../../services/operations/text.ts";
import type { Lead } from "../../../services/store/rows.ts";
import { inWordsOf } from "../../survey/screen/in-words.ts";
import { localizedSteps } from "../../survey/server/localized-steps.ts";
import { messageRows } from "../deliveries/load.ts";
import { shownTime } from "../ui/shown.ts";

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
      storyParts(store, lead, await receiversNow(services), settings.destinations, time),
      store.inbox.notes(id),
      mayOffer(services, lead),
    ]);
  const seen = isWhole ? lines : lines.filter(({ isPersonal }) => !isPersonal);
  const { first_name, last_name } = lead.record;
  const name = printable([first_name, last_name].filter((part) => typeof part === "string").join(" ")).trim();
  const person = maskedPerson(lead.record);
  return {
    id,
    title: (isWhole ? name : person.name) || "No name",
    contact: isWhole
      ? contactOf(lead.record)
      : [person.phone, person.email].filter(Boolean).map((text) => ({ text, href: "" })),
    answers: isWhole ? await answersOf(services, lead) : [],
    what: `${lead.kind === "contact" ? "Contact form" : `Survey ${lead.variant}`}, ${time(lead.createdAt)}`,
    verdict: lead.kind === "contact" ? "" : verdict,
    isQualified: lead.qualified === true,
    suspicions,
    odd,
    isWhole,
    lines: seen.map(({ at, text, short = text }) => ({ at: time(at), text: isWhole ? text : masked(short) })),
    order: order === undefined ? "" : `Order: ${order}.`,
    notOffered,
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
  for (const { kind, body } of visit.entries) {
    const { step, answers } = body as { step: string; answers: Answers };
    // Back takes the newest answer away.
    if (kind === "back") given.delete([...given.keys()].at(-1) ?? "");
    if (kind !== "answer") continue;
    given.delete(step);
    given.set(step, answers);
  }
  const steps = localizedSteps(variant, "en", settings.company);
  return [...given].flatMap(([name, answers]) => {
    const step = steps[name];
    if (!step || step.consent || step.kind === "contact") return [];
    const lines = inWordsOf(step, answers, "en").flatMap((line) => printableLines(line));
    return lines.length > 0 ? [{ question: step.heading, lines }] : [];
  });
}

function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join("\n");
}
