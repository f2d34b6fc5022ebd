/**
 * Checks a bundle of evidence with WebCrypto alone. This file imports nothing: it is given away as one file, for Node
 * and for a browser, and runs on a machine without Claimpath.
 */
export type Bundle = {
  /** `claimpath evidence 2`, or 1 of releases until 0.1.0. */
  format: string;
  madeAt: string;
  lead: { id: string; variant: string; createdAt: string; record: unknown };
  /** `html` is what the template (`consentPage`) makes of the record; in format 1 it is two elements of it. */
  consent: { leadId: string; at: number; body: string; html: string };
  /**
   * The maker's claim of the page that the consent was given on, where its record names one; the picture is of this
   * HTML, made with the bundle. HTML does not show what was visible of it, so neither is evaluated.
   */
  page?: { html: string; picture: { png: string } | { none: string } } | null;
  /** The visit's log up to the post: kind, time, body. */
  answers: [string, number, unknown][];
  deliveries: unknown[];
  log: {
    key: string;
    seq: number;
    inclusion: string[];
    head: string;
    /** The newest head that witnesses have, and the proof that its log is the beginning of this one. */
    witnessed: { head: string; stamp: string | null; consistency: string[] } | null;
  };
  /** A signature by the log's key over everything above. */
  signature: string;
};

/**
 * `facts`: what the bundle proves, and `unknown`, what it does not, a sentence each. `consentPage` is the words of the record
 * as a page that this program has made. `reason` says why the bundle is refused.
 */
export type Finding =
  | { ok: true; verdict: string; facts: string[]; unknown: string[]; consentPage: string }
  | { ok: false; reason: string };

/** In characters; a bundle has a tenth of it at most. */
const largest = 32 * 1024 * 1024;

type Head = { name: string; size: number; root: Uint8Array; at: string };

/**
 * @param trustedKey the log's public key from another source, base64; without it the bundle's own is used
 * @param witness a witness's file with the log's heads, a JSON line each; without it the bundle's maker claims that
 * they have one
 */
export async function checkBundle(text: string, trustedKey?: string, witness?: string): Promise<Finding> {
  try {
    demand(text.length <= largest, "The file is larger than any bundle of evidence.");
    const bundle = JSON.parse(text) as Bundle;
    const found = await check(bundle, trustedKey, witness);
    // Another parser may take the first of two equal keys, where JSON.parse takes the last.
    demand(text === bundleText(bundle), "The file has more in it than was signed.");
    return { ok: true, ...found };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Refused ? error.message : "This is not a bundle of evidence.",
    };
  }
}

/**
 * The text of a bundle's file, the only one that is accepted. What a terminal or an editor would act upon is written as its
 * code, which is as good in JSON.
 */
export function bundleText(bundle: Bundle): string {
  const escaped = (sign: string) =>
    sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${JSON.stringify(bundle, null, 1).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escaped)}\n`;
}

class Refused extends Error {}

function demand(fact: boolean, reason: string): void {
  if (!fact) throw new Refused(reason);
}

async function check(
  bundle: Bundle,
  trustedKey: string | undefined,
  witness: string | undefined,
): Promise<Omit<Extract<Finding, { ok: true }>, "ok">> {
  const { signature, ...signed } = bundle;
  const { consent, log, lead, answers } = signed;
  const isFormer = bundle.format === "claimpath evidence 1";
  demand(isFormer || bundle.format === "claimpath evidence 2", "The format is not known.");
  demand(
    trustedKey === undefined || trustedKey === log.key,
    "It is signed with another key than the trusted one.",
  );
  const { key, name } = await logOf(log.key);
  demand(
    await crypto.subtle.verify("Ed25519", key, bytesOf(signature), utf8(JSON.stringify(signed))),
    "The bundle was changed after it was made.",
  );

  const head = await openHead(log.head, log.key);
  demand(consent.leadId === lead.id, "The consent is another lead's.");
  const leaf = await sha256(
    Uint8Array.of(0),
    utf8(JSON.stringify(["claimpath consent", consent.leadId, consent.at, consent.body])),
  );
  const root = await rootBy(leaf, log.seq, head.size, log.inclusion.map(bytesOf));
  demand(root !== undefined && same(root, head.root), "The consent is not the one in the log.");
  const body = JSON.parse(consent.body) as Body;
  // As with the file's own keys: if two are equal, another reader may take the first.
  demand(JSON.stringify(body) === consent.body, "The record has more in it than is read.");
  for (const words of [body.text, body.button, body.page])
    demand(typeof words === "string", "The record has no words of a consent.");
  demand(
    body.recordSha256 === hex(await sha256(utf8(JSON.stringify(lead.record)))),
    "The lead is not the one consented to.",
  );
  demand(
    answers.length === body.answers.entries &&
      body.answers.sha256 === hex(await sha256(utf8(JSON.stringify(answers)))),
    "The answers are not those that were given.",
  );
  const shown = isFormer ? formerHtml(body) : consentPage(body);
  demand(consent.html === shown, "The consent is not shown as it was recorded.");
  await checkPage(body, bundle.page);
  demand(witness === undefined || log.witnessed !== null, "It names no head that a witness has.");
  const witnessed = log.witnessed && (await openHead(log.witnessed.head, log.key));
  if (witnessed) {
    const proof = log.witnessed!.consistency.map(bytesOf);
    demand(await isBeginning(witnessed, head, proof), "The witnesses saw another log.");
  }
  const isWitnessed = witnessed !== null && witness !== undefined;
  const past = witnessed ? pastOf(log.witnessed!.head, witnessed, witness) : noWitness;
  return {
    verdict: trustedKey
      ? "The bundle is genuine: it was signed with the key that you gave, and nothing in it was changed since."
      : `The bundle fits together, but anybody can make one with a key of their own. Compare the log's key with one that you know from elsewhere: ${log.key}`,
    facts: [
      `The record of the consent is number ${log.seq} of the ${head.size} in the log ${name}, whose head was signed at ${head.at}.`,
      `It says: lead ${quoted(lead.id)} gave this consent on ${new Date(consent.at).toISOString()} on the page ${quoted(body.page)}, by the button ${quoted(body.button)}.`,
      body.text === "" ? "It has no words of consent." : `The words of the consent are: ${quoted(body.text)}`,
      `The lead and all ${answers.length} entries of its answers are those that the record was made with.`,
      ...(isWitnessed ? [past] : []),
    ],
    unknown: [
      ...seenOf(body, bundle.page),
      "Whether the record was true when it was written. Who keeps the log wrote it; the log shows that nobody has changed it since.",
      ...(isWitnessed ? [] : [past]),
      ...(log.witnessed?.stamp ? [stampFact] : []),
      "To whom the lead was delivered, from which survey it came and when it was stored. All three are statements of the maker.",
    ],
    consentPage: consentPage(body),
  };
}

/** The owner of the log's key can write another past: only what somebody else has kept shows that there is none. */
function pastOf(note: string, { at, size }: Head, witness: string | undefined): string {
  const head = `the log's head of ${at} (${size} records)`;
  if (witness === undefined)
    return `Whether the log was rewritten. Who made this bundle says that witnesses have ${head}. That is their word: ask a witness for their file, and check it with --witness.`;
  const heads = witness
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { head: unknown }).head);
  demand(heads.includes(note), "The witness's file does not have the head that the bundle names.");
  return `The witness's file has ${head}, which this log goes on from.`;
}

const noWitness = "Whether the log was rewritten. The file names no head that a witness has.";

/** WebCrypto cannot read an authority's certificate. */
const stampFact =
  "With that head is what should be an authority's timestamp (RFC 3161), unchecked: verify-evidence.mjs checks it with --timestamp-ca and the authority's certificate.";

/** The checked part of a consent's sealed text. */
type Body = Record<"text" | "button" | "language" | "page" | "recordSha256", string> & {
  answers: { entries: number; sha256: string };
  screen?: { sha256: string } | { none: string };
};

/** The page must be the one that the record names. Its content is its maker's responsibility, and is not read. */
async function checkPage({ screen }: Body, page: Bundle["page"]): Promise<void> {
  if (!screen || !("sha256" in screen)) return demand(!page, "It has a page that the consent does not name.");
  demand(typeof page?.html === "string", "The page that was kept with the consent is missing.");
  const { html, picture } = page!;
  demand(hex(await sha256(utf8(html))) === screen.sha256, "The page is not the one of the consent.");
  demand("none" in picture || picture.png.startsWith("iVBORw0KGgo"), "The picture is none.");
}

/** What a page shows depends on every line of its styles and on the browser: no analysis could say what was visible. */
function seenOf({ screen }: Body, page: Bundle["page"]): string[] {
  const unknown = "What the visitor saw is not known.";
  if (!page) {
    const why = screen && "none" in screen ? ` The maker gives this reason: ${quoted(screen.none)}` : "";
    return [`${unknown} The file has no page of it.${why}`];
  }
  const { picture } = page;
  return [
    `${unknown} The file has what its maker says was the page, without what the visitor had typed. It was kept with the record, but none of it was compared with the words of the record: a page can hide words, or say others beside them.`,
    "none" in picture
      ? `The file has no picture of that page. The maker gives this reason: ${quoted(picture.none)}`
      : "According to the maker, the picture is of that page and was taken when the bundle was made.",
  ];
}

const escaped = (raw: string) =>
  raw.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/**
 * Every character that is invisible at its position, or that moves others: controls, direction marks, fillers, halves
 * of characters. By their numbers, because programs of different ages do not agree on the classes.
 */
const unseenSigns =
  "0-9 b-1f 7f-9f ad 34f 600-605 61c 6dd 70f 890 891 8e2 115f 1160 17b4 17b5 180b-180f 200b-200f 2028-202e 2060-206f 2800 3164 d800-dfff fe00-fe0f feff ffa0 fff0-fffb 13430-1345f 1bca0-1bca3 1d173-1d17a e0000-e0fff";
const unseen = new RegExp(`[${unseenSigns.replace(/\w+/g, "\\u{$&}").replaceAll(" ", "")}]`, "gu");

/** The text with such characters by name, so that it is read as recorded. */
const visible = (text: string) => text.replace(unseen, named);
const named = (sign: string) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`;

/** Words of the maker, which cannot leave their quotation marks and pass for ours; ours are in no consent of this program. */
const quoted = (words: unknown) =>
  `\u00ab${visible(String(words)).replace(/[\n\u00ab\u00bb]/g, named)}\u00bb`;

/**
 * A consent as a page whose contents depend only on the record. The program that makes bundles and the one that checks
 * them derive it from the same record, and it has to be identical: a changed template needs another number in its
 * title, and another format of bundles.
 */
export function consentPage({ text, button, language }: Pick<Body, "text" | "button" | "language">): string {
  return `<!doctype html>
<html lang="${/^[a-z]{2}$/.test(language) ? language : "und"}" dir="ltr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Claimpath consent page 1</title>
<style>body{max-width:45rem;margin:2rem auto;padding:0 1rem;background:#fff;color:#000;font:1rem/1.5 sans-serif;overflow-wrap:anywhere}p{white-space:pre-wrap}button{padding:.5rem 1rem;font:inherit;white-space:pre-wrap}</style>
<p id="consent">${escaped(visible(text))}</p>
<button type="button">${escaped(visible(button))}</button>
</html>
`;
}

/** The same in bundles of format 1. */
const formerHtml = ({ text, button }: Body) =>
  `<p id="consent" data-tf-element-role="consent-language">${escaped(text)}</p><button type="submit">${escaped(button)}</button>`;

/** The log named after the key that signs its heads. */
async function logOf(publicKey: string): Promise<{ key: CryptoKey; name: string }> {
  const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
  return { key, name: `claimpath-consents-${hex(await sha256(bytesOf(publicKey))).slice(0, 16)}` };
}

async function openHead(note: string, publicKey: string): Promise<Head> {
  const { key, name } = await logOf(publicKey);
  const [, text, origin, size, root, at, signer, signed] =
    /^((\S+)\n(\d+)\n([A-Za-z0-9+/]{43}=)\ntime (\S+)\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? [];
  demand(text !== undefined && origin === name && signer === name, "A head is not of this log.");
  demand(new Date(at!).toISOString() === at, "A head of the log has no time.");
  const bytes = bytesOf(signed!);
  const id = (await sha256(utf8(`${name}\n\u0001`), bytesOf(publicKey))).subarray(0, 4);
  demand(
    same(bytes.subarray(0, 4), id) &&
      (await crypto.subtle.verify("Ed25519", key, bytes.slice(4), utf8(text!))),
    "A head of the log is not signed with its key.",
  );
  return { name: name, size: Number(size), root: bytesOf(root!), at: at! };
}

/** RFC 9162, 2.1.3.2. */
async function rootBy(leaf: Uint8Array, index: number, size: number, path: Uint8Array[]) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  let [at, last, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return undefined;
    const isRight = at % 2 === 1 || at === last;
    root = isRight ? await node(hash, root) : await node(root, hash);
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

/** RFC 9162, 2.1.4.2. */
async function isBeginning(first: Head, second: Head, proof: Uint8Array[]): Promise<boolean> {
  if (first.size > second.size || first.size === 0) return false;
  if (first.size === second.size) return proof.length === 0 && same(first.root, second.root);
  const path = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : [...proof];
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  const start = path.shift();
  if (!start) return false;
  let [old, root] = [start, start];
  for (const hash of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [old, root] = [await node(hash, old), await node(hash, root)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = await node(root, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && same(old, first.root) && same(root, second.root);
}

const node = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one: Uint8Array, other: Uint8Array) => hex(one) === hex(other);

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  demand(/^[A-Za-z0-9+/]*={0,2}$/.test(base64), "A hash or signature is not base64.");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}
