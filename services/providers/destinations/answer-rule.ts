import type { AnswerRule } from "../../settings/destinations/shape.ts";
import type { DeliveryResult } from "../ports.ts";
import type { Answered } from "./post.ts";

type Said = NonNullable<AnswerRule["accepted"]>;
type Read = { text: string; at: (path: string) => string | undefined };

/**
 * What the receiver's 2xx means. Without a rule any is a yes. With one a yes is what the rule says and nothing else, and a
 * no is what `rejected` says or, without that, another value in the same field; all else says neither.
 */
export function verdictOf({ text, said }: Answered, rule: AnswerRule): DeliveryResult {
  const answer = readerOf(text ?? "");
  const { accepted, rejected } = rule;
  if (rejected && fits(answer, rejected)) return { outcome: "rejected", detail: said };
  if (accepted && !fits(answer, accepted)) {
    const isNo = !rejected && accepted.field !== undefined && answer.at(accepted.field);
    return { outcome: isNo ? "rejected" : "unknown", detail: said };
  }
  const price = rule.price === undefined ? undefined : dollarsIn(answer.at(rule.price));
  const buyerId = rule.id === undefined ? undefined : answer.at(rule.id)?.slice(0, 100);
  return {
    outcome: "accepted",
    detail: said,
    sale: { ...(price !== undefined && { price }), ...(buyerId && { buyerId }) },
  };
}

function fits({ text, at }: Read, { field, is, contains }: Said): boolean {
  if (contains) return contains.some((words) => hasWords(text, words));
  const value = at(field!)?.toLowerCase();
  return is!.some((each) => String(each).toLowerCase() === value);
}

/** Whole words only: "Unmatched" is no "Matched". */
function hasWords(text: string, words: string): boolean {
  const [all, wanted] = [text.toLowerCase(), words.toLowerCase()];
  for (let from = all.indexOf(wanted); from >= 0; from = all.indexOf(wanted, from + 1)) {
    const beside = [all[from - 1], all[from + wanted.length]];
    if (!beside.some((mark) => mark !== undefined && /[\p{L}\p{N}_]/u.test(mark))) return true;
  }
  return false;
}

/** `45`, `$1,250.50` or `45.00 USD`; `45,50`, another currency or words are no price. */
function dollarsIn(text: string | undefined): number | undefined {
  const form = /^(?:US)?\$? ?(\d{1,9}(?:\.\d+)?|\d{1,3}(?:,\d{3}){1,2}(?:\.\d+)?)(?: ?USD| dollars?)?$/i;
  const [, digits] = form.exec(text?.trim().replace(/^USD ?/i, "") ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

/** Reads JSON by the names of its fields and XML by those of its elements, the outermost first. */
function readerOf(text: string): Read {
  const json = jsonIn(text);
  if (json !== undefined) return { text, at: (path) => valueAt(json, path.split(".")) };
  return { text, at: (path) => elementAt(text, path.split(".")) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only an object's own fields count. */
function valueAt(answer: unknown, path: string[]): string | undefined {
  const value = path.reduce<unknown>(
    (within, key) =>
      typeof within === "object" && within !== null && Object.hasOwn(within, key)
        ? (within as Record<string, unknown>)[key]
        : undefined,
    answer,
  );
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/**
 * The text of the first element at this place, in one pass, whatever is sent. Prefixes of names do not count, and
 * nothing that the text declares is put in.
 */
function elementAt(xml: string, path: string[]): string | undefined {
  const within: string[] = [];
  let value: string | undefined;
  for (let open = xml.indexOf("<"); open >= 0; ) {
    const kind = ["<!--", "<![CDATA["].find((mark) => xml.startsWith(mark, open));
    const end = { "<!--": "-->", "<![CDATA[": "]]>" }[kind ?? ""] ?? ">";
    const close = xml.indexOf(end, open);
    if (close < 0) return undefined;
    const next = xml.indexOf("<", close + end.length);
    if (kind === "<![CDATA[" && value !== undefined) value += xml.slice(open + kind.length, close);
    const tag = xml.slice(open + 1, close);
    if (!kind && !/^[!?]/.test(tag)) {
      if (tag.startsWith("/")) {
        if (value !== undefined) return value.trim();
        within.pop();
      } else {
        // An element within it is more than a text.
        value = undefined;
        const name = tag.slice(0, 200).split(/[\s/]/, 1)[0]!.split(":").at(-1)!;
        if (!tag.endsWith("/")) within.push(name);
        const isIt = within.length === path.length && path.every((each, index) => within[index] === each);
        if (isIt && !tag.endsWith("/")) value = "";
      }
    }
    if (value !== undefined) value += unescaped(xml.slice(close + end.length, next < 0 ? undefined : next));
    open = next;
  }
  return undefined;
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescaped = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name]!);
