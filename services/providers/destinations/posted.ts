import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { AnswerRule, Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import { jsonIn } from "../http.ts";
import type { DeliveryResult, Destination } from "../ports.ts";
import { flatFields, mapped, type RoutedLead, routedLead } from "../routed-lead.ts";
import { type Answered, post } from "./post.ts";

type Said = NonNullable<AnswerRule["accepted"]>;
/** `isTwofold`: whether there is more than one value at a path. */
type ReadReply = {
  text: string;
  at: (path: string) => string | undefined;
  isTwofold: (path: string) => boolean;
};

/** In characters, of a buyer's own id of a lead. */
const longestId = 1_000;

/**
 * The meaning of the receiver's 2xx. Without a rule any is a yes. With one a yes is what the rule says and nothing
 * else, and a no is what `rejected` says or, without that, another value in the same field; everything else is neither.
 * So is JSON that has a field of the rule twice, of which some programs read the first and others the last.
 */
export function verdictOf({ text, said }: Pick<Answered, "text" | "said">, rule: AnswerRule): DeliveryResult {
  const answer = readerOf(text ?? "");
  const { accepted, rejected } = rule;
  const isTwofold = [accepted, rejected].some(
    (each) => each?.field !== undefined && answer.isTwofold(each.field),
  );
  if (isTwofold) return { outcome: "unknown", detail: `${said}; it has a field twice` };
  if (rejected && fits(answer, rejected)) return { outcome: "rejected", detail: said };
  if (accepted && !fits(answer, accepted)) {
    const isNo = !rejected && accepted.field !== undefined && answer.at(accepted.field);
    return { outcome: isNo ? "rejected" : "unknown", detail: said };
  }
  const once = (path: string | undefined) =>
    path === undefined || answer.isTwofold(path) ? undefined : answer.at(path);
  const price = dollarsIn(once(rule.price));
  // Unchanged: the buyer itself is sent it again, and the store decides what is kept of it.
  const buyerId = once(rule.id)?.slice(0, longestId);
  return {
    outcome: "accepted",
    detail: said,
    sale: { ...(price !== undefined && { price }), ...(buyerId && { buyerId }) },
  };
}

function fits({ text, at }: ReadReply, { field, is, contains }: Said): boolean {
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

/** The highest possible price, as in terms. */
const mostCents = 99_999_999;

/**
 * `45`, `$1,250.50` or `45.00 USD`; `45,50`, another currency, more than terms can name or words are no price. What is less
 * than a cent is left out, here and nowhere else, so that 4.995 is not 5.00.
 */
function dollarsIn(text: string | undefined): number | undefined {
  const form = /^(?:US)?\$? ?(\d{1,9}(?:\.\d+)?|\d{1,3}(?:,\d{3}){1,2}(?:\.\d+)?)(?: ?USD| dollars?)?$/i;
  const [, digits] = form.exec(text?.trim().replace(/^USD ?/i, "") ?? "") ?? [];
  if (digits === undefined) return undefined;
  // 1.15 dollars are 114.99999999999999 cents.
  const cents = Math.floor(Number(digits.replaceAll(",", "")) * 100 + 1e-6);
  return cents > mostCents ? undefined : cents / 100;
}

/** Reads JSON by the names of its fields and XML by those of its elements, the outermost first. */
function readerOf(text: string): ReadReply {
  const json = jsonIn(text);
  if (json === undefined)
    return { text, at: (path) => elementAt(text, path.split(".")), isTwofold: () => false };
  return {
    text,
    at: (path) => valueAt(json, path.split(".")),
    isTwofold: (path) => placesIn(text, path.split(".")) > 1,
  };
}

/** How many values a text of JSON, which is well-formed, has at a path. */
function placesIn(json: string, path: readonly string[]): number {
  /** For each open object and list, how much of the path leads to it; -1 where it is beside the path. */
  const open: number[] = [];
  let [found, next] = [0, 0];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? next : -1);
      next = -1;
    } else if (token === "}" || token === "]") {
      open.pop();
      next = -1;
    } else if (token.endsWith(":")) {
      const depth = open.at(-1) ?? -1;
      const isNext = depth >= 0 && JSON.parse(token.slice(0, -1)) === path[depth];
      next = isNext ? depth + 1 : -1;
      if (next === path.length) found += 1;
    }
  }
  return found;
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

type Body = Record<string, string | number | boolean>;

/**
 * A receiver with fields of its own, as a form or as JSON. Where it is asked first (ping), it learns nothing about the
 * person until it says yes, and bids no less than its terms require. Each post carries the message's id, so that a
 * second arrival can be recognized.
 * @param inForce the receiver by the present terms
 */
export function posted(
  callJson: CallJson,
  declared: Declared<"form" | "json">,
  inForce: () => Declared,
): Pick<Destination, "deliver" | "bid"> {
  const { name, kind, url, fields, answer, ping, mode } = declared;
  const ask = async (
    to: Pick<Asked, "url" | "timeoutMs">,
    key: string,
    body: Body,
    { rule, record }: Read,
  ) => {
    const content = kind === "form" ? { form: texts(body) } : { body };
    const headers = { ...declared.headers, "Idempotency-Key": key };
    return verdictOf(await post(callJson, { provider: name, ...to, headers, ...content }, record), rule);
  };
  /** Whether it wants the lead: all but `accepted` is a no, after which it does not have it. */
  const wishOf = async (
    id: string,
    lead: RoutedLead,
    by: Ping,
    timeoutMs?: number,
  ): Promise<DeliveryResult> => {
    const body = mapped(flatFields(lead, mode === "test"), by.fields);
    const read = { rule: by.answer, record: lead.record };
    const wish = await ask({ url: by.url, timeoutMs }, `${id}.ping`, body, read).catch(unheard);
    // Without a yes it is not told who the person is, so that everything else is a no.
    return wish.outcome === "accepted" ? wish : { outcome: "rejected", detail: wish.detail };
  };
  const unlessLow = (wish: DeliveryResult): DeliveryResult => {
    const low = wish.outcome === "accepted" && belowMinimum(wish, inForce()["min-price"]);
    // It does not have the lead yet, so that the next buyer can be asked.
    return low ? { outcome: "rejected", detail: `${wish.detail}; ${low}` } : wish;
  };
  return {
    async deliver({ id, payload, affords }) {
      const lead = routedLead(payload);
      const ours = flatFields(lead, mode === "test");
      const read = { rule: answer, record: lead.record };
      if (!ping) {
        const result = await ask({ url }, id, mapped(ours, fields), read);
        return withPrice(result, { rule: answer.price, least: inForce()["min-price"] });
      }
      const standing = standingBid(lead, declared);
      const wish = unlessLow(standing ?? (await wishOf(id, lead, ping)));
      if (wish.outcome !== "accepted") return { outcome: "rejected", detail: `ping: ${wish.detail}` };
      const { price = "", buyerId = "" } = wish.sale ?? {};
      if (!standing && price !== "" && affords && !(await affords(Math.round(price * 100))))
        return { outcome: "rejected", detail: `ping: ${wish.detail}; not sent` };
      const known = { ping_price: String(price), ping_id: buyerId };
      const result = await ask({ url }, id, mapped({ ...ours, ...known }, fields), read);
      const rule = ping.answer.price ?? answer.price;
      return withPrice(result, { rule, least: inForce()["min-price"], wish });
    },
    ...(ping && {
      async bid({ id, payload }, withinMs) {
        const wish = unlessLow(await wishOf(id, routedLead(payload), ping, withinMs));
        if (wish.outcome !== "accepted" || wish.sale?.price !== undefined) return wish;
        // An unreadable bid is none; a buyer without a price field pays what it agreed to.
        if (ping.answer.price !== undefined)
          return { outcome: "rejected", detail: `${wish.detail}; no price could be read` };
        const { price } = inForce();
        return price === undefined ? wish : { ...wish, sale: { ...wish.sale, price: price / 100 } };
      },
    }),
  };
}

type Ping = NonNullable<Declared<"form" | "json">["ping"]>;
type Asked = { url: string; timeoutMs?: number };
type Read = { rule: AnswerRule; record: RoutedLead["record"] };

/** Its bid of a moment ago, when all were asked at once. */
function standingBid(
  { about: { bids } }: RoutedLead,
  { name, ping }: Declared<"form" | "json">,
): DeliveryResult | undefined {
  if (!bids || !Object.hasOwn(bids.of, name)) return undefined;
  const { price, buyerId } = bids.of[name]!;
  const isTheirs = ping?.answer.price !== undefined && price !== undefined;
  const sale = { ...(isTheirs && { price }), ...(buyerId && { buyerId }) };
  return { outcome: "accepted", detail: "as bid before", sale };
}

/** Why a bid is too low; one that cannot be read is. */
function belowMinimum({ sale }: DeliveryResult, least: number | undefined): string | undefined {
  if (least === undefined || Math.round((sale?.price ?? 0) * 100) >= least) return undefined;
  const bid = sale?.price === undefined ? "no price could be read" : dollars(sale.price);
  return `${bid}, below the minimum of ${dollars(least / 100)}`;
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

/**
 * What a buyer that took the lead pays: its bid, or the price in its answer where that is higher. The delivery says so
 * where the two differ, or the price is below the minimum or unreadable.
 * @param rule where a price was to be read
 * @param wish its bid before it got the lead
 */
function withPrice(
  result: DeliveryResult,
  { rule, least, wish }: { rule: string | undefined; least: number | undefined; wish?: DeliveryResult },
): DeliveryResult {
  if (result.outcome !== "accepted") return result;
  const [bid, said] = [wish?.sale?.price, result.sale?.price];
  const price = Math.max(bid ?? 0, said ?? 0);
  const isKnown = bid !== undefined || said !== undefined;
  const sale = { ...wish?.sale, ...result.sale, ...(isKnown && { price }) };
  if (!isKnown && rule !== undefined) {
    const asked = wish ? `; ping: ${wish.detail}` : "";
    return { ...result, sale, detail: `${result.detail}${asked}; no price could be read` };
  }
  const other =
    bid !== undefined && said !== undefined && said !== bid
      ? said < bid
        ? `its answer says ${dollars(said)}, less than its bid of ${dollars(bid)}, which is booked`
        : `its answer says ${dollars(said)}, more than its bid of ${dollars(bid)}, and is booked`
      : undefined;
  const low = isKnown ? belowMinimum({ ...result, sale }, least) : undefined;
  const oddPrice = other ?? low;
  return oddPrice === undefined
    ? { ...result, sale }
    : { ...result, sale, oddPrice, detail: `${result.detail}; ${oddPrice}` };
}

/** A ping without an answer has sold nothing: its receiver was not reached, and does not have the lead. */
function unheard(error: unknown): never {
  const isBrokenOff = error instanceof ProviderFailure && error.message.endsWith("broke off its answer");
  if (!(error instanceof ProviderFailure) || (error.kind !== "timeout" && !isBrokenOff)) throw error;
  throw new ProviderFailure("unavailable", `ping: ${error.message}`);
}

function texts(body: Body): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
