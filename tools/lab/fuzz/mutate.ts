import { seeded } from "../../../test/stubs/stub-server.ts";
import { planted } from "../../../test/support/faults.ts";
import type { Ask, Body } from "../../../test/support/send.ts";

/** Chance that comes out the same for the same seed. */
export type Dice = {
  /** A whole number from 0, below `below`. */
  below(below: number): number;
  oneOf<Thing>(things: readonly Thing[]): Thing;
};

export function dice(seed: number): Dice {
  const next = seeded(seed);
  const below = (most: number) => Math.floor(next() * most);
  return { below, oneOf: (things) => things[below(things.length)]! };
}

/** Values that have broken sites before, each for a reason of its own. */
const nasty: readonly string[] = [
  "",
  " ",
  "a".repeat(300),
  "a".repeat(20_000),
  "\u0000",
  "a\u0000b",
  "\r\nSet-Cookie: fuzz=1\r\n\r\n",
  "\n",
  "\t",
  "\u001b[2J",
  `"'>${planted}`,
  `</script>${planted}`,
  "javascript:alert(1)",
  "' OR '1'='1",
  "1; select pg_sleep(9)--",
  "'\"`\\",
  "$" + "{7*7}",
  "{{7*7}}",
  "%s%n%x",
  "%",
  "%E0%A4%A",
  "%00",
  "../../../../etc/passwd",
  "..\\..\\",
  "//evil.test/",
  "http://169.254.169.254/",
  "=cmd|'/C calc'!A0",
  "-1",
  "0",
  "1e309",
  "NaN",
  "99999999999999999999",
  "2000-02-30",
  "12/32/9999",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "\ud800",
  "\u202e\u200b\ufeff",
  "Z\u0351\u0342\u036b".repeat(500),
  "👩‍👩‍👧‍👦".repeat(100),
  "ﷺ",
  "İı",
  "a@".repeat(5_000),
  "(((((((((((((((((((((((((a+)+)+)+)+)+$",
];

/** Headers that the site, its framework or Node reads, with values that none of them expects. */
const headers: readonly [string, readonly string[]][] = [
  ["Cookie", ["visit=", "visit=e30=.x; visit=%", "graphs=e30.x", `${"a=b; ".repeat(900)}`]],
  [
    "Content-Type",
    ["", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-7", "*/*"],
  ],
  ["Content-Length", ["0", "5", "1e3", "-1", "99999999"]],
  ["Transfer-Encoding", ["chunked", "gzip, chunked", "identity", "\u000bchunked"]],
  ["Content-Encoding", ["gzip", "br", "x"]],
  ["Accept-Encoding", ["gzip;q=0", "br", "*", "deflate, zstd"]],
  ["Accept-Language", ["es", "*;q=2", "x".repeat(5_000)]],
  ["Host", ["", "a b", "evil.test", "[::1", "127.0.0.1:99999", "%"]],
  ["Origin", ["null", "http://evil.test", "%", "http://"]],
  ["Sec-Fetch-Site", ["cross-site", "none", "same-origin", "x"]],
  ["X-Forwarded-For", ["1.2.3.4, 5.6.7.8", "::::", "a".repeat(5_000), ",,,"]],
  ["X-Forwarded-Host", ["evil.test"]],
  ["X-Forwarded-Proto", ["https", "javascript"]],
  ["X-HTTP-Method-Override", ["PUT"]],
  ["X-Remix-Request", ["yes"]],
  ["Authorization", ["Bearer ", "Bearer x", "Basic %%%"]],
  ["Sec-GPC", ["1", "2"]],
  ["Referer", ["http://[", "javascript:alert(1)", "x".repeat(9_000)]],
  ["User-Agent", ["", "\u00ff", "x".repeat(9_000)]],
  ["Range", ["bytes=0-", "bytes=9-1", "bytes=-99999999", "lines=1"]],
  ["If-Modified-Since", ["x", "Thu, 01 Jan 1970 00:00:00 GMT"]],
  ["If-None-Match", ["*", '"x"']],
  ["Expect", ["100-continue", "200-ok"]],
  ["Upgrade", ["websocket", "h2c"]],
  ["Connection", ["upgrade", "keep-alive, close"]],
];

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "get"];

/** Another request that differs from a good one in one to four places. */
export function mutated(ask: Ask, dice: Dice): Ask {
  let changed = ask;
  for (let left = 1 + dice.below(4); left > 0; left--) changed = dice.oneOf(changes)(changed, dice);
  return changed;
}

/** Bytes flipped, cut out, doubled or put in, anywhere from the request line to the body's end. */
export function mutatedBytes(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.length);
  const upTo = at + 1 + dice.below(20);
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, upTo), bytes.subarray(upTo)];
  const noise = Buffer.from(Array.from({ length: 1 + dice.below(8) }, () => dice.below(256)));
  return Buffer.concat(
    dice.oneOf([
      [before, noise, after],
      [before, after],
      [before, piece, piece, after],
      [before, noise, piece, after],
      [before],
      [after],
    ]),
  );
}

type Change = (ask: Ask, dice: Dice) => Ask;

const changes: readonly Change[] = [
  inQuery,
  inQuery,
  inBody,
  inBody,
  inBody,
  inHeaders,
  inHeaders,
  (ask, dice) => ({ ...ask, method: dice.oneOf(methods) }),
  (ask, dice) => ({ ...ask, target: `${ask.target.split("?")[0]}/${escaped(text(dice))}` }),
  (ask, dice) => ({
    ...ask,
    target: dice.oneOf(["//", "*", "/%", "/.", "/assets/../", "http://a/", "?", "/\\"]),
  }),
];

function inQuery(ask: Ask, dice: Dice): Ask {
  const names = "s1 affid oid flags show-meter step do path before debug index _data".split(" ");
  const written = dice.oneOf([escaped, escaped, (raw: string) => raw.replace(/[\s#]/g, "+")]);
  const pair = `${written(dice.oneOf([...names, text(dice)]))}=${written(text(dice))}`;
  return { ...ask, target: `${ask.target}${ask.target.includes("?") ? "&" : "?"}${pair}` };
}

function inHeaders(ask: Ask, dice: Dice): Ask {
  const [name, values] = dice.oneOf(headers);
  const others = ask.headers.filter(() => dice.below(4) > 0);
  return { ...ask, headers: [...others, [name, dice.oneOf(values)]] };
}

function inBody(ask: Ask, dice: Dice): Ask {
  const { body } = ask;
  if (!body) return inQuery(ask, dice);
  const changed: Body =
    "form" in body ? { form: inForm(body.form, dice) } : { json: inJson(body.json, dice) };
  return { ...ask, body: changed };
}

function inForm(form: [string, string][], dice: Dice): [string, string][] {
  const at = dice.below(form.length + 1);
  const [name, value] = form[at] ?? ["firstName", ""];
  const field: [string, string][] = dice.oneOf([
    [[name, text(dice)]],
    [[name, text(dice)]],
    [[name, scratched(value, dice)]],
    [
      [name, value],
      [name, text(dice)],
    ],
    [[text(dice), value]],
    [],
  ]);
  return [...form.slice(0, at), ...field, ...form.slice(at + 1)];
}

/** Something else in place of one part of it, however deep. */
function inJson(json: unknown, dice: Dice): unknown {
  if (typeof json !== "object" || json === null || dice.below(5) === 0) return value(json, dice);
  if (Array.isArray(json)) {
    const at = dice.below(json.length + 1);
    return dice.below(6) === 0
      ? Array.from({ length: 200 }, () => json[0])
      : [...json.slice(0, at), inJson(json[at], dice), ...json.slice(at + 1)];
  }
  const names = [...Object.keys(json), text(dice)];
  const name = dice.oneOf(names);
  const entries = Object.entries(json).filter(([each]) => each !== name);
  // By entries: an own property called __proto__ stays one.
  return Object.fromEntries([...entries, [name, inJson((json as Record<string, unknown>)[name], dice)]]);
}

function value(json: unknown, dice: Dice): unknown {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  return dice.oneOf([
    () => text(dice),
    () => text(dice),
    () => (typeof json === "string" ? scratched(json, dice) : json),
    () =>
      dice.oneOf([null, undefined, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1, [], {}, [null], ""]),
    () => ({ toString: 1, constructor: null, length: -1 }),
    () => deep(1_000),
  ])();
}

/** A value with one of its characters changed: a signature that is none, an id of nobody. */
function scratched(value: string, dice: Dice): string {
  const at = dice.below(value.length);
  return value.slice(0, at) + String.fromCharCode(33 + dice.below(94)) + value.slice(at + 1);
}

const text = (dice: Dice) => dice.oneOf(nasty);

/** Half a character, which cannot be escaped, becomes a replacement character. */
const escaped = (raw: string) => encodeURIComponent(Buffer.from(raw).toString());
