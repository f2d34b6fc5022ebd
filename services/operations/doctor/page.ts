import { createHash } from "node:crypto";
import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import { hasOwnOrigin, type Settings } from "../../settings/env.ts";

const patienceMs = 5_000;

/** Traces that rewriters of pages leave behind, and their names. */
const rewriters: [RegExp, string][] = [
  [/rocket-?loader/i, "a script loader (Rocket Loader)"],
  [/__cf_email__|email-decode/i, "a hider of mail addresses (Email Obfuscation)"],
  [/pagespeed/i, "a page optimizer (PageSpeed)"],
];

/** The digest of a page in the header by which its reader sees whether it is the one that was sent (RFC 9530). */
export function pageDigest(body: string | Buffer): string {
  return `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
}

/**
 * Reads the home page at the site's public address and reports whether something between has changed it: our scripts do
 * not run on such a page, and nothing else shows it.
 */
export async function lookAtPage(settings: Pick<Settings, "siteOrigin" | "port">): Promise<Finding[]> {
  if (!hasOwnOrigin(settings)) return [];
  const address = `${settings.siteOrigin}/`;
  const headers = { "Want-Repr-Digest": "sha-256=9", "Accept-Encoding": "identity", Accept: "text/html" };
  try {
    const answer = await fetch(address, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const sent = answer.headers.get("Repr-Digest");
    if (answer.status !== 200 || !sent)
      return [
        note(
          `${address} does not say what it has sent (status ${answer.status}): whether something changes pages on their way could not be seen.`,
        ),
      ];
    if (sent === pageDigest(body)) return [ok(`A page arrives at ${address} as the site has sent it.`)];
    const html = body.toString();
    const found = rewriters.filter(([mark]) => mark.test(html)).map(([, name]) => name);
    const by = found.length > 0 ? found.join(" and ") : "something between";
    return [
      wrong(
        `${by.charAt(0).toUpperCase()}${by.slice(1)} changes the pages of ${address} on their way: the site's scripts may not run. Switch it off (docs/run-in-production.md, TLS).`,
      ),
    ];
  } catch {
    return [
      note(
        `${address} gave this machine no answer in ${patienceMs / 1000} s: whether something changes pages on their way could not be seen.`,
      ),
    ];
  }
}
