import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { deflated, gzipOf, type Piece, plain, stored } from "../answers/compress.ts";

/** Renders the page of a survey at an address. @returns its HTML and the hash of its style sheet */
type Render = (
  url: URL,
  data: SurveyPageData,
  root: unknown,
  context: AppLoadContext,
) => Promise<{ html: string; styles?: string }>;

/** A page of a survey as two visitors have it alike, in pieces around what is a visitor's own: what fills each hole. */
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
 * Keeps the pages on the way through a survey, so that React renders each once. It renders a page in which all of a
 * visitor's own data has been replaced, and the rest is the page's key in memory: data that was not replaced would make
 * another page, and be shown to nobody else.
 */
export function keptPages(render: Render) {
  const kept = new Map<string, Promise<Kept | undefined>>();
  // No visitor can know it, so nothing a visitor says can be mistaken for a hole.
  const mark = randomBytes(16).toString("hex");
  const hole = (name: string) => `${mark}${name};`;

  async function made(...page: Parameters<Render>): Promise<Kept | undefined> {
    const { html, styles } = await render(...page);
    const [, alike] = page;
    const begins = html.indexOf(dataBegins) + dataBegins.length;
    const ends = html.indexOf(dataEnds, begins);
    if (begins < dataBegins.length || ends < 0) return undefined;
    const text = `${html.slice(0, begins)}${sharedOf(alike)}${hole("rest")}${html.slice(ends)}`;
    const [first = "", ...others] = text.split(mark);
    const pieces = others.flatMap((part) => {
      const end = part.indexOf(";");
      return [{ own: part.slice(0, end) }, plain(part.slice(end + 1))];
    });
    return { pieces: [plain(first), ...pieces], styles };
  }

  /** @returns undefined for a page that is not shared: it shows what its visitor has typed, or a lead */
  return async (
    { pathname, search, origin }: URL,
    data: SurveyPageData,
    root: unknown,
    context: AppLoadContext,
  ): Promise<PutTogether | undefined> => {
    const own = ownWords(data);
    if (!own) return undefined;
    const alike = alikeOf(data, hole);
    const step = new URLSearchParams(search).has("step") ? `?step=${data.session.currentStep}` : "";
    const key = JSON.stringify([pathname + step, context.optOut, root, alike]);
    const known = kept.get(key) ?? made(new URL(pathname + step, origin), alike, root, context);
    if (!kept.has(key)) {
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
      kept.set(key, known);
      known.catch(() => kept.delete(key));
    }
    const found = await known;
    if (!found) return undefined;
    const rest = deflated(restOf(data));
    const filled = found.pieces.map((piece) => {
      if (!("own" in piece)) return piece;
      return piece.own === "rest" ? rest : stored(own[piece.own]!);
    });
    return {
      body: () => Buffer.concat(filled.map(({ text }) => text)),
      gzip: () => gzipOf(filled),
      styles: found.styles,
    };
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
