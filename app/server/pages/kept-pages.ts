import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { inWordsOf } from "../../survey/screen/in-words.ts";
import type { CheckedAnswer, SurveyPageData } from "../../survey/screen/page-data.ts";
import { deflated, gzipOf, type Piece, plain, stored } from "../answers/compress.ts";

/** Renders a page at an address. @returns its HTML and the hash of its style sheet */
type Render<Shown> = (
  url: URL,
  data: Shown,
  root: unknown,
  context: AppLoadContext,
) => Promise<{ html: string; styles?: string }>;

/** What a page of thanks shows, as far as it is its visitor's own. */
export type ThanksData = { receipt?: { reference: string; sent: string } };

/** A page as two visitors have it alike, in pieces around what is a visitor's own: what fills each hole. */
type Kept = { pieces: (Piece | { own: string })[]; styles?: string };

/** A page that has been put together: `gzip` packs it without packing again what has been kept. */
type PutTogether = {
  body: () => Buffer<ArrayBuffer>;
  gzip: () => Buffer<ArrayBuffer>;
  styles?: string;
};

/** About 50 KB each. */
const mostKept = 200;
const [dataBegins, dataEnds] = ['<script type="application/json" id="survey-data">', "</script>"];
/** Characters that need no escaping in HTML and in JSON. */
const isPlainWord = /^[\w.~-]+$/;

/**
 * Keeps the pages on the way through a survey and the pages of thanks, so that React renders each once. It renders a page
 * in which all of a visitor's own data has been replaced, and the rest is the page's key in memory: data that was not replaced
 * would make another page, and be shown to nobody else.
 */
export function keptPages(renderSurvey: Render<SurveyPageData>, renderThanks: Render<ThanksData>) {
  const kept = new Map<string, Promise<Kept | undefined>>();
  // No visitor can know it, so nothing a visitor says can be mistaken for a hole.
  const mark = randomBytes(16).toString("hex");
  // An address keeps these characters as they are.
  const hole = (name: string) => `${mark}${name}.`;
  const hrefHole = `${hole("query")}=&amp;`;

  const inPieces = (text: string, styles: string | undefined): Kept => {
    const [first = "", ...others] = text.split(mark);
    const pieces = others.flatMap((part) => {
      const end = part.indexOf(".");
      return [{ own: part.slice(0, end) }, plain(part.slice(end + 1))];
    });
    return { pieces: [plain(first), ...pieces], styles };
  };

  async function keptSurvey(...page: Parameters<Render<SurveyPageData>>): Promise<Kept | undefined> {
    const { html, styles } = await renderSurvey(...page);
    const [, alike] = page;
    const begins = html.indexOf(dataBegins) + dataBegins.length;
    const ends = html.indexOf(dataEnds, begins);
    if (begins < dataBegins.length || ends < 0) return undefined;
    const shown = html.slice(0, begins).replaceAll(hrefHole, hole("query"));
    return inPieces(`${shown}${sharedOf(alike)}${hole("rest")}${html.slice(ends)}`, styles);
  }

  async function keptThanks(...page: Parameters<Render<ThanksData>>): Promise<Kept> {
    const { html, styles } = await renderThanks(...page);
    return inPieces(html, styles);
  }

  async function filled<Data>(
    make: (...page: Parameters<Render<Data>>) => Promise<Kept | undefined>,
    page: Parameters<Render<Data>>,
    shown: unknown,
    fill: (own: string) => Piece,
  ): Promise<PutTogether | undefined> {
    const [{ pathname, search }, , root, { optOut, services }] = page;
    const { revision } = services.settings.ownWords;
    const key = JSON.stringify([pathname + search, optOut, root, revision, shown]);
    const known = kept.get(key) ?? make(...page);
    if (!kept.has(key)) {
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
      kept.set(key, known);
      known.catch(() => kept.delete(key));
    }
    const found = await known;
    if (!found) return undefined;
    const pieces = found.pieces.map((piece) => ("own" in piece ? fill(piece.own) : piece));
    return {
      body: () => Buffer.concat(pieces.map(({ text }) => text)),
      gzip: () => gzipOf(pieces),
      styles: found.styles,
    };
  }

  return {
    /** @returns undefined for a page that is not like those of others: it shows what its visitor has typed, or a lead */
    async survey(
      { pathname, search, origin }: URL,
      data: SurveyPageData,
      root: unknown,
      context: AppLoadContext,
    ): Promise<PutTogether | undefined> {
      const own = ownWords(data);
      if (!own) return undefined;
      const step = new URLSearchParams(search).has("step") ? `?step=${data.session.currentStep}` : "";
      const url = new URL(pathname + step, origin);
      const alike = alikeOf(data, own, hole);
      return await filled(keptSurvey, [url, alike, root, context], namedIn(alike), (name) =>
        name === "rest" ? deflated(restOf(data)) : stored(own[name]!),
      );
    },
    /** @returns undefined after a press on the receipt, and where that has what HTML would not show as it is */
    async thanks(
      { pathname, searchParams, origin }: URL,
      data: ThanksData,
      root: unknown,
      context: AppLoadContext,
    ): Promise<PutTogether | undefined> {
      const { reference = "", sent = "" } = data.receipt ?? {};
      if (searchParams.has("receipt") || /[<>&"']/.test(reference + sent)) return undefined;
      const own: Record<string, string> = { reference, sent };
      const receipt = data.receipt && { ...data.receipt, reference: hole("reference"), sent: hole("sent") };
      const alike = { ...data, receipt };
      return await filled(keptThanks, [new URL(pathname, origin), alike, root, context], alike, (name) =>
        deflated(own[name]!),
      );
    },
  };
}

/** The visitor's own words in the page, by their holes; undefined where the page contains more of the visitor's. */
function ownWords(data: SurveyPageData): Record<string, string> | undefined {
  const { visit, hidden, steps, screen, session, entry, language } = data;
  const { values, errors, notice, toCheck, buyers } = screen;
  const { fields, kind } = steps[session.currentStep]!;
  const isShown = [Object.keys(errors).length > 0, notice, buyers?.length, hidden.typed].some(Boolean);
  const isTyped = fields.some(({ name }) => values[name] !== undefined);
  if (!visit || hidden.visit !== visit.token || isShown || isTyped || data.meter || data.callTracker)
    return undefined;
  const words: Record<string, string> = { token: visit.token };
  for (const [name, { seal }] of Object.entries(steps)) if (seal) words[`seal ${name}`] = seal;
  if (!Object.values(words).every((word) => isPlainWord.test(word))) return undefined;
  if (!toCheck) return words;
  // An end greets its visitor by name; and what an address says twice is said where the query says it.
  if (kind === "end" || "step" in entry.query || "until" in entry.query) return undefined;
  for (const { step, answers } of toCheck) {
    const lines = inWordsOf(steps[step]!, answers, language);
    if (lines.length > 0) words[`said ${step}`] = inHtml(lines.join("\n"));
  }
  const query = String(new URLSearchParams(entry.query));
  words.query = query && inHtml(`${query}&`);
  return words;
}

function alikeOf(
  data: SurveyPageData,
  own: Record<string, string>,
  hole: (name: string) => string,
): SurveyPageData {
  const { hidden, steps, entry, input, session, screen } = data;
  const sealed = { ...steps };
  for (const [name, step] of Object.entries(steps))
    if (step.seal) sealed[name] = { ...step, seal: hole(`seal ${name}`) };
  const toCheck = screen.toCheck?.map(({ step }): CheckedAnswer => {
    const name = `said ${step}`;
    return { step, answers: {}, said: name in own ? [hole(name)] : [] };
  });
  return {
    ...data,
    visit: undefined,
    hidden: { ...hidden, visit: hole("token") },
    steps: sealed,
    screen: { ...screen, toCheck },
    entry: { ...entry, query: toCheck ? { [hole("query")]: "" } : {} },
    // The page shows only its flags.
    input: { flags: input.flags } as SurveyPageData["input"],
    log: [],
    drafts: {},
    session: { ...session, sessionId: "", isDisqualified: false, dqReason: "", injuryDate: "" },
    verifiedPhone: undefined,
  };
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** A number for an object that is never changed, by which it is known. */
function idOf(kept: object): number {
  const id = ids.get(kept) ?? ++lastId;
  ids.set(kept, id);
  return id;
}

/** What a page shows, its largest parts by their ids: they are the same objects for all who see the same (`wordsOf`). */
function namedIn({ steps, nextSteps, way, ...shown }: SurveyPageData): unknown {
  const questions = Object.values(steps).map((step) => (step.seal ? step : idOf(step)));
  return [questions, idOf(nextSteps), idOf(way), shown];
}

/**
 * An island's data in two parts: the large one, from which `alikeOf` omits nothing, and the rest. The second continues
 * where the first ends, within the session.
 */
function sharedOf(alike: SurveyPageData): string {
  const { visit, hidden, entry, input, log, drafts, screen, session, verifiedPhone, ...shared } = alike;
  const { sessionId, isDisqualified, dqReason, injuryDate, ...way } = session;
  return inScript(JSON.stringify({ ...shared, session: way })).slice(0, -"}}".length);
}

function restOf({
  visit,
  hidden,
  entry,
  input,
  log,
  drafts,
  screen,
  session,
  verifiedPhone,
}: SurveyPageData): string {
  const { sessionId, isDisqualified, dqReason, injuryDate } = session;
  const own = inScript(JSON.stringify({ sessionId, isDisqualified, dqReason, injuryDate }));
  const rest = inScript(JSON.stringify({ visit, hidden, entry, input, log, drafts, screen, verifiedPhone }));
  return `,${own.slice(1)},${rest.slice(1)}`;
}

const inScript = (json: string) => json.replaceAll("<", "\\u003c");

const references: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** As React escapes text and attributes. */
const inHtml = (text: string) => text.replace(/[&<>"']/g, (character) => references[character]!);
