/**
 * Checks a bundle of evidence with WebCrypto alone. This file imports nothing: it is given away as one file, for Node and for
 * a browser, and runs on a machine that has nothing of Claimpath.
 */
export type Bundle = {
  format: string;
  madeAt: string;
  lead: { id: string; variant: string; createdAt: string; record: unknown };
  consent: { leadId: string; at: number; body: string; html: string };
  /**
   * The page that the consent was given on, where its record names one, as the server rendered it when the consent arrived;
   * the picture is of this HTML, made with the bundle. Bundles of earlier versions have none.
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
    /** The newest head that witnesses have, and the proof that the log of it is this one's beginning. */
    witnessed: { head: string; stamp: string | null; consistency: string[] } | null;
  };
  /** By the log's key, over all of the above. */
  signature: string;
};

/** `facts`: what the bundle proves, a sentence each. */
export type Finding = { ok: true; facts: string[] } | { ok: false; reason: string };

type Head = { name: string; size: number; root: Uint8Array; at: string };

/**
 * @param trustedKey the log's public key as it is known from elsewhere, base64; without it the bundle's own is taken
 * @param witness the file of somebody who keeps the log's heads, a JSON line each; without it that they have one is the
 * word of who made the bundle
 */
export async function checkBundle(text: string, trustedKey?: string, witness?: string): Promise<Finding> {
  try {
    const bundle = JSON.parse(text) as Bundle;
    const facts = await check(bundle, trustedKey, witness);
    // Who reads the file may take the first of two equal keys, where JSON.parse takes the last.
    demand(text === bundleText(bundle), "The file has more in it than was signed.");
    return { ok: true, facts };
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
): Promise<string[]> {
  const { signature, ...signed } = bundle;
  const { consent, log, lead, answers } = signed;
  demand(bundle.format === "claimpath evidence 1", "The format is not known.");
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
  demand(
    body.recordSha256 === hex(await sha256(utf8(JSON.stringify(lead.record)))),
    "The lead is not the one consented to.",
  );
  demand(
    answers.length === body.answers.entries &&
      body.answers.sha256 === hex(await sha256(utf8(JSON.stringify(answers)))),
    "The answers are not those that were given.",
  );
  demand(consent.html === consentHtml(body.text, body.button), "The consent is not shown as it was.");
  const pageFacts = await checkPage(body, bundle.page);
  demand(witness === undefined || log.witnessed !== null, "It names no head that a witness has.");
  const witnessed = log.witnessed && (await openHead(log.witnessed.head, log.key));
  if (witnessed) {
    const proof = log.witnessed!.consistency.map(bytesOf);
    demand(await isBeginning(witnessed, head, proof), "The witnesses saw another log.");
  }
  return [
    `Lead ${lead.id} gave this consent on ${new Date(consent.at).toISOString()} on the page ${body.page}.`,
    `Its record is number ${log.seq} of the ${head.size} in the log ${name}, whose head was signed at ${head.at}.`,
    `All ${answers.length} entries of its answers are those that the consent was given with.`,
    ...pageFacts,
    ...(witnessed ? [witnessFact(log.witnessed!.head, witnessed, witness)] : []),
    ...(log.witnessed?.stamp ? [stampFact] : []),
    ...(trustedKey ? [] : [`Compare the log's key with one that you know from elsewhere: ${log.key}`]),
  ];
}

/** Who has the log's key can write another past: only what somebody else has kept shows that there is none. */
function witnessFact(note: string, { at, size }: Head, witness: string | undefined): string {
  const head = `the log's head of ${at} (${size} records)`;
  if (witness === undefined)
    return `Who made this bundle says that witnesses have ${head}. That is their word: ask a witness for their file, and check it with --witness.`;
  const heads = witness
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { head: unknown }).head);
  demand(heads.includes(note), "The witness's file does not have the head that the bundle names.");
  return `The witness's file has ${head}, which this log goes on from.`;
}

/** What an authority's certificate says of it, WebCrypto cannot read. */
const stampFact =
  "With that head is what should be an authority's timestamp (RFC 3161), unchecked: verify-evidence.mjs checks it with --timestamp-ca and the authority's certificate.";

/** What the sealed text of a consent says, as far as it is checked. */
type Body = Record<"text" | "button" | "page" | "recordSha256", string> & {
  answers: { entries: number; sha256: string };
  screen?: { sha256: string } | { none: string };
};

/** The page has to be the one that the record names, and to say what the record says: ours could have been wrong, too. */
async function checkPage({ screen, text, button }: Body, page: Bundle["page"]): Promise<string[]> {
  if (!screen || !("sha256" in screen)) {
    demand(!page, "It has a page that the consent does not name.");
    return [`It has no page: ${screen?.none ?? "none was kept with this consent."}`];
  }
  demand(typeof page?.html === "string", "The page that the consent was given on is missing.");
  const { html, picture } = page!;
  demand(hex(await sha256(utf8(html))) === screen.sha256, "The page is not the one of the consent.");
  const seen = html.replaceAll(/<!--.*?-->/gs, "");
  // Its paragraphs are in elements of their own, and their words follow each other as the record has them.
  const said = [
    ...seen.matchAll(/<p [^>]*\bid="consent"[^>]*>([^<]*|(?:<span class="[\w-]+">[^<]*<\/span>)*)<\/p>/g),
  ].map(([, words]) => words!.replaceAll(/<[^>]*>/g, ""));
  const buttons = [...seen.matchAll(/<button [^>]*\bdata-tf-element-role="submit"[^>]*>([^<]*)<\/button>/g)];
  demand(
    said.length === 1 &&
      unescaped(said[0]!) === text &&
      buttons.length === 1 &&
      unescaped(buttons[0]![1]!) === button,
    "The page does not show the consent of the record.",
  );
  demand("none" in picture || picture.png.startsWith("iVBORw0KGgo"), "The picture is none.");
  return [
    "Its page is the step as the same release of the program rendered it when the consent arrived, not a recording of the screen: what the visitor had typed, and the folded list of their answers, are left out.",
    "none" in picture
      ? `It has no picture of that page: ${picture.none}`
      : "The picture was taken of that page when the bundle was made.",
  ];
}

/** Text of a page, from its HTML. */
function unescaped(html: string): string {
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => signs[name]!);
}

/** The consent as it is on the page, beside the button that gives it. */
export function consentHtml(text: string, button: string): string {
  const escaped = (raw: string) =>
    raw.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
  return `<p id="consent" data-tf-element-role="consent-language">${escaped(text)}</p><button type="submit">${escaped(button)}</button>`;
}

/** The log whose heads are signed with a key, after which it is named. */
async function logOf(publicKey: string): Promise<{ key: CryptoKey; name: string }> {
  const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
  return { key, name: `claimpath-consents-${hex(await sha256(bytesOf(publicKey))).slice(0, 16)}` };
}

async function openHead(note: string, publicKey: string): Promise<Head> {
  const { key, name } = await logOf(publicKey);
  const [, text, origin, size, root, at, signer, signed] =
    /^((\S+)\n(\d+)\n([A-Za-z0-9+/]{43}=)\ntime (\S+)\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? [];
  demand(text !== undefined && origin === name && signer === name, "A head is not of this log.");
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
