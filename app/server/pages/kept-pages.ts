import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
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
  const hole = (name: string) => `${mark}${name};`;

  const inPieces = (text: string, styles: string | undefined): Kept => {
    const [first = "", ...others] = text.split(mark);
    const pieces = others.flatMap((part) => {
      const end = part.indexOf(";");
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
    return inPieces(`${html.slice(0, begins)}${sharedOf(alike)}${hole("rest")}${html.slice(ends)}`, styles);
  }

  async function keptThanks(...page: Parameters<Render<ThanksData>>): Promise<Kept> {
    const { html, styles } = await renderThanks(...page);
    return inPieces(html, styles);
  }

  async function filled<Data>(
    make: (...page: Parameters<Render<Data>>) => Promise<Kept | undefined>,
    page: Parameters<Render<Data>>,
    fill: (own: string) => Piece,
  ): Promise<PutTogether | undefined> {
    const [{ pathname, search }, alike, root, { optOut }] = page;
    const key = JSON.stringify([pathname + search, optOut, root, alike]);
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
      return await filled(keptSurvey, [url, alikeOf(data, hole), root, context], (name) =>
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
      return await filled(keptThanks, [new URL(pathname, origin), alike, root, context], (name) =>
        deflated(own[name]!),
      );
    },
  };
}

/** The visitor's own words in the page, by their holes; undefined where the page contains more of the visitor's. */
function ownWords({ visit, hidden, steps, screen, session, ...data }: SurveyPageData) {
  const { values, errors, notice, toCheck, buyers } = screen;
  const { fields } = steps[session.currentStep]!;
  const isShown = [Object.keys(errors).length > 0, notice, toCheck, buyers?.length, hidden.typed].some(
    Boolean,
  );
  const isTyped = fields.some(({ name }) => values[name] !== undefined);
  if (!visit || hidden.visit !== visit.token || isShown || isTyped || data.meter || data.callTracker)
    return undefined;
  const seals = Object.entries(steps).flatMap(([name, { seal }]) => (seal ? [[`seal ${name}`, seal]] : []));
  const words: Record<string, string> = { token: visit.token, ...Object.fromEntries(seals) };
  return Object.values(words).every((word) => isPlainWord.test(word)) ? words : undefined;
}

function alikeOf(data: SurveyPageData, hole: (name: string) => string): SurveyPageData {
  const { hidden, steps, entry, input, session } = data;
  const sealed = Object.entries(steps).map(([name, step]) => {
    return [name, step.seal ? { ...step, seal: hole(`seal ${name}`) } : step] as const;
  });
  return {
    ...data,
    visit: undefined,
    hidden: { ...hidden, visit: hole("token") },
    steps: Object.fromEntries(sealed),
    entry: { ...entry, query: {} },
    // The page shows only its flags.
    input: { flags: input.flags } as SurveyPageData["input"],
    log: [],
    drafts: {},
    session: { ...session, sessionId: "", isDisqualified: false, dqReason: "", injuryDate: "" },
    verifiedPhone: undefined,
  };
}

/**
 * An island's data in two parts: the large one, from which `alikeOf` omits nothing, and the rest. The second continues
 * where the first ends, within the session.
 */
function sharedOf(alike: SurveyPageData): string {
  const { visit, hidden, entry, input, log, drafts, session, verifiedPhone, ...shared } = alike;
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
  session,
  verifiedPhone,
}: SurveyPageData): string {
  const { sessionId, isDisqualified, dqReason, injuryDate } = session;
  const own = inScript(JSON.stringify({ sessionId, isDisqualified, dqReason, injuryDate }));
  const rest = inScript(JSON.stringify({ visit, hidden, entry, input, log, drafts, verifiedPhone }));
  return `,${own.slice(1)},${rest.slice(1)}`;
}

const inScript = (json: string) => json.replaceAll("<", "\\u003c");
