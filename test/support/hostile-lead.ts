import { answersC } from "./answers.ts";
import { logSecret } from "./consent-log.ts";
import { firstStartCookie } from "./console-people.ts";
import { send } from "./send.ts";
import { startSite } from "./site.ts";
import { query, storedLeads } from "./store-reader.ts";
import { FormVisitor } from "./visitors.ts";
import { waitFor } from "./wait-for.ts";

const markup = `</textarea></script><script>alert(1)</script><img src=x onerror=alert(2)>`;
const formula = `=HYPERLINK("https://evil.test","click")`;
/** Turns the text behind it around, where it is shown. */
export const turn = "\u202e";

/** A stored lead of a visitor whose words, address and browser are markup, a formula and what turns text around. */
export async function hostileLead() {
  const site = await startSite({ CONSENT_LOG_KEY: logSecret });
  const visitor = new FormVisitor(site.url, (request) => {
    request.headers.set("User-Agent", `${markup} \u009b2J`);
    return fetch(request);
  });
  const link = new URLSearchParams({ affid: "7", sub1: `a${turn}${markup}`, sub2: formula });
  await visitor.open(`/survey/c?${link}`);
  const words = { case_description: `${markup} ${formula} ${"x".repeat(4_000)}` };
  for (const answer of Object.values({ ...answersC, IncidentDescription: words })) await visitor.post(answer);
  const [lead] = storedLeads(site.databaseFile);
  await waitFor(
    "the consent in the log",
    () => query(site.databaseFile, "select 1 from consents where seq is null").length === 0,
  );
  const cookie = await firstStartCookie(site);
  const read = async (path: string) => (await send(site.url, path, { headers: { Cookie: cookie } })).text;
  return { site, lead: lead!, read, close: () => site.close() };
}
