import { createHash } from "node:crypto";
import { type Bundle, bundleText } from "../../services/evidence/verifier/check-bundle.ts";
import { consentLeaf } from "../../services/transparency/leaf.ts";
import { key } from "./tamperings.ts";

/** A change to a bundle; `true`: also by somebody who has the log's key and signs the bundle again. */
export type Tampering = [
  name: string,
  evenSigned: boolean,
  change: (bundle: Bundle, foreign: Bundle) => void,
];

const inPage = (from: string, to: string) => (bundle: Bundle) => {
  bundle.page!.html = bundle.page!.html.replace(from, to);
};
const inRecord = (from: RegExp, to: string) => (bundle: Bundle) => {
  bundle.consent.body = bundle.consent.body.replace(from, to);
};
const picture = (bundle: Bundle) => bundle.page!.picture as { png: string };

/** What somebody may do to the page of a true bundle. */
export const pageTamperings: Tampering[] = [
  ["the page's words", true, inPage("agree", "refuse")],
  ["the page's button", true, inPage(">Send my answers</button>", ">Go on</button>")],
  ["the page's style", true, inPage("<style>", "<style>#consent { font-size: 1px }")],
  ["a script in the page", true, inPage("</body>", "<script>alert(1)</script></body>")],
  ["a page that may load things", true, inPage("default-src 'none'", "default-src *")],
  [
    "a page that is left out",
    true,
    (b) => {
      b.page = null;
    },
  ],
  [
    "a bundle as before there were pages",
    true,
    (b) => {
      delete b.page;
    },
  ],
  [
    "a page without its HTML",
    true,
    (b) => {
      b.page!.html = null as never;
    },
  ],
  ["the record's word on the page", true, inRecord(/"screen":\{"sha256":"./, '"screen":{"sha256":"_')],
  ["a record that says that no page was kept", true, inRecord(/"screen":\{[^}]*\}/, '"screen":{"none":"x"}')],
  [
    "a picture that is none",
    true,
    (b) => {
      b.page!.picture = { png: Buffer.from("<svg/>").toString("base64") };
    },
  ],
  [
    "another picture",
    false,
    (b) => {
      picture(b).png = picture(b).png.slice(0, 2000);
    },
  ],
  [
    "a picture that is left out",
    false,
    (b) => {
      b.page!.picture = { none: "There was no Chromium on the machine that made the bundle." };
    },
  ],
];

export function signedAgain(bundle: Bundle, by = key): string {
  const { signature, ...signed } = bundle;
  return bundleText({ ...signed, signature: by.signText(JSON.stringify(signed)) });
}

/** What somebody can make who has the log's key and a log of their own: a bundle that fits together, with another page. */
export function forgedWith(text: string, html: string): string {
  const bundle = JSON.parse(text) as Bundle;
  const { consent } = bundle;
  const screen = { sha256: createHash("sha256").update(html).digest("hex") };
  consent.body = JSON.stringify({ ...JSON.parse(consent.body), screen });
  bundle.page!.html = html;
  const root = consentLeaf(consent);
  const head = key.sign({ size: 1, root, at: Date.now() });
  bundle.log = { ...bundle.log, seq: 0, inclusion: [], head, witnessed: null };
  return signedAgain(bundle);
}
