import { createHash } from "node:crypto";
import {
  type Bundle,
  bundleText,
  consentPage,
} from "../../../services/features/evidence/verifier/check-bundle.ts";
import { consentLeaf } from "../../../services/transparency/merkle.ts";
import { key, other } from "../../support/consent-log.ts";

/** Changes a bundle. @param foreign that of another lead */
type Tampering = (bundle: Bundle, foreign: Bundle) => void;

/** The holder of a path such as `lead.id`, and the path's last name. */
function place(bundle: Bundle, path: string): [holder: Record<string, unknown>, name: string] {
  const names = path.split(".");
  const name = names.pop()!;
  const within = (holder: Record<string, unknown>, each: string) => holder[each] as typeof holder;
  return [names.reduce(within, bundle as unknown as Record<string, unknown>), name];
}
const put =
  (path: string, value: (was: unknown, foreign: unknown) => unknown): Tampering =>
  (bundle, foreign) => {
    const [holder, name] = place(bundle, path);
    const [others] = place(foreign, path);
    holder[name] = value(holder[name], others[name]);
  };
const is = (path: string, value: unknown) => put(path, () => value);
const isForeign = (path: string) => put(path, (_, foreign) => foreign);
const reads = (path: string, from: string | RegExp, to: string) =>
  put(path, (was) => String(was).replace(from, to));
const lists = (path: string, change: (items: unknown[]) => unknown[]) =>
  put(path, (was) => change(was as unknown[]));
const lacks =
  (path: string): Tampering =>
  (bundle) => {
    const [holder, name] = place(bundle, path);
    delete holder[name];
  };

const forged = Buffer.alloc(32, 1).toString("base64");
const long = "2020-01-01T00:00:00.000Z";
const headOf = (by: typeof key, size: number) => by.sign({ size, root: Buffer.alloc(32), at: 0 });
const notAPicture = { png: Buffer.from("<svg/>").toString("base64") };
const noPicture = { none: "There was no Chromium on the machine that made the bundle." };

/** Changes that somebody may make to a genuine bundle, even with the log's key, and sign again. */
export const tamperings: Record<string, Tampering> = {
  "the consent's words": reads("consent.body", "I agree", "I disagree"),
  "the button": reads("consent.body", '"button":"', '"button":"No, '),
  "the page": reads("consent.body", "/survey/c", "/survey/f"),
  "the IP address": reads("consent.body", /"ip":"[^"]*"/, '"ip":"192.0.2.77"'),
  "the phone number": reads("consent.body", "555", "556"),
  "the salt": reads("consent.body", /"salt":"./, '"salt":"_'),
  "when the page was made": reads("consent.body", '"pageMadeAt":1', '"pageMadeAt":2'),
  "a certificate that nobody had": reads("consent.body", /^\{/, '{"certificates":{"leadidToken":"x"},'),
  "the time of the consent": put("consent.at", (at) => Number(at) + 1),
  "the consent's lead": is("consent.leadId", "other"),
  "the lead's id": is("lead.id", "other"),
  "both ids": (bundle) => {
    bundle.lead.id = "other";
    bundle.consent.leadId = "other";
  },
  "the HTML": reads("consent.html", "agree", "refuse"),
  "the HTML's button": reads("consent.html", /$/, "<!-- -->"),
  "the lead's name": is("lead.record.first_name", "Eve"),
  "a field added to the lead": is("lead.record.extra", 1),
  "a field of the lead left out": lacks("lead.record.phone"),
  "an answer": is("answers.1.2.step", "Other"),
  "an answer's time": put("answers.1.1", (at) => Number(at) + 1),
  "an answer left out": lists("answers", (all) => all.toSpliced(2, 1)),
  "an answer repeated": lists("answers", (all) => [...all, all[1]]),
  "the answers' order": lists("answers", (all) => all.toReversed()),
  "all answers left out": is("answers", []),
  "the position in the log": put("log.seq", (seq) => Number(seq) - 1),
  "a position beyond the log": is("log.seq", 1e9),
  "a hash of the proof": is("log.inclusion.0", forged),
  "a hash left out of the proof": lists("log.inclusion", (all) => all.slice(0, -1)),
  "a hash added to the proof": lists("log.inclusion", (all) => [...all, forged]),
  "the head's size": reads("log.head", "\n4\n", "\n5\n"),
  "the head's root": reads("log.head", /\n[\w+/]{43}=\n/, `\n${forged}\n`),
  "the head's time": reads("log.head", "time 2", "time 1"),
  "the head's signature": reads("log.head", / [\w+/=]+\n$/, ` ${forged}\n`),
  "another log's head": is("log.head", headOf(other, 4)),
  "the witnesses' head": is("log.witnessed.head", headOf(other, 2)),
  "a witnesses' head that the log does not begin with": is("log.witnessed.head", headOf(key, 2)),
  "a hash of the proof that the log only grew": lists("log.witnessed.consistency", (all) => [...all, forged]),
  "another lead's consent": isForeign("consent"),
  "another lead's proof": isForeign("log.inclusion"),
  "another lead's answers": isForeign("answers"),
  "the format": is("format", "claimpath evidence 3"),
  "the format of former bundles": is("format", "claimpath evidence 1"),
  "the page's words": reads("page.html", "agree", "refuse"),
  "the page's button": reads("page.html", ">Send my answers</button>", ">Go on</button>"),
  "the page's style": reads("page.html", "<style>", "<style>#consent { font-size: 1px }"),
  "a script in the page": reads("page.html", "</body>", "<script>alert(1)</script></body>"),
  "a page that may load things": reads("page.html", "default-src 'none'", "default-src *"),
  "a page that is left out": is("page", null),
  "a bundle as before there were pages": lacks("page"),
  "a page without its HTML": is("page.html", null),
  "the record's word on the page": reads("consent.body", /"screen":\{"sha256":"./, '"screen":{"sha256":"_'),
  "a record of no page": reads("consent.body", /"screen":\{[^}]*\}/, '"screen":{"none":"x"}'),
  "a picture that is none": is("page.picture", notAPicture),
};

/** The same for somebody who cannot sign it. */
export const unsignedTamperings: Record<string, Tampering> = {
  "a delivery left out": lists("deliveries", (all) => all.slice(1)),
  "a delivery's outcome": is("deliveries.0.status", "parked"),
  "when the bundle was made": is("madeAt", long),
  "when the lead was stored": is("lead.createdAt", long),
  "the signature": is("signature", Buffer.alloc(64).toString("base64")),
  "another bundle's signature": isForeign("signature"),
  "another picture": put("page.picture.png", (png) => String(png).slice(0, 2000)),
  "a picture that is left out": is("page.picture", noPicture),
};

export function signedAgain(bundle: Bundle, by = key): string {
  const { signature, ...signed } = bundle;
  return bundleText({ ...signed, signature: by.signText(JSON.stringify(signed)) });
}

/** The bundle as releases until 0.1.0 made it. */
export function formerOf(text: string): string {
  const bundle = JSON.parse(text) as Bundle;
  const { text: words, button } = JSON.parse(bundle.consent.body);
  const html = `<p id="consent" data-tf-element-role="consent-language">${words}</p><button type="submit">${button}</button>`;
  Object.assign(bundle, { format: "claimpath evidence 1" }).consent.html = html;
  return signedAgain(bundle);
}

/**
 * A forgery by somebody with the log's key and a log of their own: a consistent bundle with another page.
 * @param html of the page; null for none
 * @param change of the consent's sealed text
 */
export function forgedWith(text: string, html: string | null, change = (body: string) => body): string {
  const bundle = JSON.parse(text) as Bundle;
  const { consent } = bundle;
  const screen = html !== null && { screen: { sha256: createHash("sha256").update(html).digest("hex") } };
  consent.body = change(JSON.stringify({ ...JSON.parse(consent.body), ...screen }));
  consent.html = consentPage(JSON.parse(consent.body));
  if (html === null) bundle.page = null;
  else bundle.page!.html = html;
  const root = consentLeaf(consent);
  const head = key.sign({ size: 1, root, at: Date.now() });
  bundle.log = { ...bundle.log, seq: 0, inclusion: [], head, witnessed: null };
  return signedAgain(bundle);
}
