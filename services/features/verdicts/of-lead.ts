import {
  type Decided,
  decidedOn,
  type Otherwise,
  otherwise,
  type Recorded,
  recordedVisit,
  type Verdict,
} from "../../../machines/features/verdicts/decided.ts";
import type { Suspicion } from "../../../machines/features/verdicts/kinds.ts";
import { fill } from "../../../machines/messages/fill.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import type { ChartSettings } from "../../../machines/visit/open-visit.ts";
import { entryOf } from "../../analytics/roller.ts";
import type { Line } from "../../operations/story.ts";
import { isoTime } from "../../operations/text.ts";
import { isNotice, type Lead } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { botSuspicions } from "../../visits/bot-signals.ts";
import { storedLog } from "../../visits/resolve-visit.ts";
import { inLanguage, mainLanguage, shownLanguages } from "../../words/languages.ts";
import { type Sentences, sentencesOf, toVisitor, verdictSentence } from "./sentences.ts";
import { verdictWords } from "./words/index.ts";

/** A lead's own verdict. */
type Judged = Pick<Lead, "variant" | "qualified" | "dqReason">;

/** A lead's verdict as its visit's replay explains it today. */
export type Explained = {
  entry: SurveyEntry;
  recorded: Recorded;
  /** With the lead's own verdict. */
  decided: Decided;
  /** Whether the replay comes to that verdict. */
  agrees: boolean;
};

/** The survey of a lead that was judged; undefined where it is gone. @param log its beginning is enough */
export function entryFor({ variant, qualified }: Judged, log: readonly LogEntry[]): SurveyEntry | undefined {
  return qualified === null || log.length === 0 ? undefined : entryOf(variant, log);
}

/** @returns undefined where the survey is gone, and for a lead that was not judged */
export function explained(
  lead: Judged,
  log: readonly LogEntry[],
  settings: ChartSettings,
): Explained | undefined {
  const { qualified, dqReason } = lead;
  const entry = entryFor(lead, log);
  if (!entry) return undefined;
  const recorded = recordedVisit(entry, settings, log);
  const decided = decidedOn(recorded);
  const found = decided.verdict;
  const isPlain = ["qualified", "too_old", "no_date"].includes(found);
  const agrees = (found === "qualified") === qualified && (isPlain ? "" : found) === (dqReason ?? "");
  const own: Verdict =
    dqReason || (qualified ? "qualified" : isPlain && found !== "qualified" ? found : "too_old");
  return { entry, recorded, decided: { ...decided, verdict: own }, agrees };
}

/** What would have turned a verdict; undefined where that is not known. */
export function turnsOf({ recorded, decided, agrees }: Explained): Otherwise[] | undefined {
  return agrees && decided.isWhole ? otherwise(recorded) : undefined;
}

async function ofLead(
  { visits }: Pick<Store, "visits">,
  lead: Lead,
  settings: ChartSettings,
): Promise<Explained | undefined> {
  if (lead.kind !== "survey" || lead.erasedAt !== null) return undefined;
  return explained(lead, storedLog(await visits.load(lead.origin)), settings);
}

/** What looks suspicious about a lead, whatever it was judged. */
export async function suspicionsOf(
  { velocity }: Pick<Store, "velocity">,
  { id, kind, signs, record }: Lead,
): Promise<Suspicion[]> {
  const isSet = (...names: string[]) => names.some((name) => record[name] === "yes");
  const repeats = (await velocity.ofLead(id)).some(({ nth, most }) => nth > most);
  return [
    ...(signs && botSuspicions(signs, kind).length > 0 ? (["program"] as const) : []),
    ...(isSet("is_gibberish") ? (["gibberish"] as const) : []),
    ...(isSet("bad_words", "raw_bad_words", "name_bad_word") ? (["words"] as const) : []),
    ...(isSet("name_gibberish") ? (["name"] as const) : []),
    ...(repeats ? (["repeat"] as const) : []),
  ];
}

/** Sentences on a lead's verdict in one language. `suspicions` and `held` say what else is the matter, a sentence each. */
export type VerdictCard = Sentences & {
  language: Language;
  note: string;
  suspicions: string[];
  held: string[];
};

type Shown = {
  /** Whether the visitor's answers may be shown. */
  isWhole: boolean;
  time: (at: number) => string;
};

/** What is shown of a lead: in the console's language, and also in the language in which its visitor answered. */
export async function cardsOf(
  store: Pick<Store, "visits" | "velocity" | "outbox">,
  lead: Lead,
  settings: ChartSettings,
  shown: Shown,
): Promise<VerdictCard[]> {
  const found = await ofLead(store, lead, settings);
  if (!found) return [];
  const [suspicions, messages] = await Promise.all([
    suspicionsOf(store, lead),
    store.outbox.list({ leadId: lead.id }),
  ]);
  const held = messages.filter(({ status, destination }) => status === "held" && !isNotice(destination));
  const ways = turnsOf(found);
  const { language: own } = found.entry.variant;
  return [...new Set<Language>([mainLanguage, own])].map((language) => {
    const words = inLanguage(verdictWords, language);
    return {
      ...sentencesIn(found, ways, language, shown),
      language,
      suspicions: suspicions.map((each) => words.suspicious[each]),
      held: held.map(({ destination, updatedAt }) =>
        fill(words.held, { receiver: destination, since: shown.time(updatedAt) }),
      ),
    };
  });
}

/** Without a turn that is known, the verdict and a note on why not. */
function sentencesIn(
  { entry, decided, agrees }: Explained,
  ways: readonly Otherwise[] | undefined,
  language: Language,
  shown: Shown,
): Sentences & { note: string } {
  const words = inLanguage(verdictWords, language);
  if (ways) {
    const { machine } = entry.variant;
    return { ...sentencesOf(decided, ways, { machine, language, ...shown }), note: "" };
  }
  const note = agrees || !decided.isWhole ? words.changed : words.differs;
  return { verdict: verdictSentence(decided, language), since: "", decided: [], otherwise: [], note };
}

/** The same in the story of a lead, at the time since which it has been so; no line where it is not known. */
export async function verdictLines(
  store: Pick<Store, "visits">,
  lead: Lead,
  settings: ChartSettings,
): Promise<Line[]> {
  const found = await ofLead(store, lead, settings);
  const ways = found && turnsOf(found);
  if (!ways) return [];
  const text = (isWhole: boolean) => {
    const said = sentencesIn(found, ways, mainLanguage, { isWhole, time: isoTime });
    return ["what decided:", said.verdict, ...said.decided, ...said.otherwise].join(" ");
  };
  return [{ at: found.decided.since?.at ?? lead.createdAt, text: text(true), short: text(false) }];
}

/** A thank-you page says what decided for so long, in milliseconds: as long as it is the newest lead's. */
const saidForMs = 24 * 60 * 60_000;

/** What to tell a visitor, in each language. */
export type ToVisitor = Record<Language, Record<"title" | "because" | "way" | "turnedAway" | "link", string>>;

/**
 * What to tell the visitor of a browser's newest lead; undefined where they are told nothing: it is qualified, looks
 * suspicious, is held back, or its visitor or its person wants it to go nowhere.
 */
export async function toVisitorOf(
  store: Pick<Store, "visits" | "leads" | "velocity" | "outbox">,
  sessionId: string,
  settings: ChartSettings,
  now: number,
): Promise<ToVisitor | undefined> {
  const visit = await store.visits.latestWithLead(sessionId);
  const lead = visit?.leadId ? await store.leads.get(visit.leadId) : undefined;
  if (!visit || lead?.kind !== "survey" || lead.qualified !== false) return undefined;
  if (lead.erasedAt !== null || now - lead.createdAt > saidForMs) return undefined;
  if ((await suspicionsOf(store, lead)).length > 0) return undefined;
  const messages = await store.outbox.list({ leadId: lead.id });
  if (messages.some(({ status }) => status === "held" || status === "suppressed")) return undefined;
  const found = explained(lead, storedLog(visit), settings);
  if (!found?.agrees) return undefined;
  const said = shownLanguages().flatMap((language) => {
    const { title, link } = inLanguage(verdictWords, language).visitor;
    const reason = toVisitor(found.decided, language);
    return reason ? [[language, Object.assign({ title, link }, reason)] as const] : [];
  });
  return said.length > 0 ? (Object.fromEntries(said) as ToVisitor) : undefined;
}
