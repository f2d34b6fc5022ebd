import { sitePages } from "../../app/site/site-pages.ts";
import { variants } from "../../machines/registry.ts";
import { defaultFlags } from "../../machines/rules/page-flags.ts";
import { type Sending, send } from "../../test/support/send.ts";
import { chartsToken } from "../../test/support/signed-in.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import type { Documents } from "./validate.ts";

const surveyEnds = new Set(
  [...variants.values()].flatMap(({ thankYou, entries }) => [
    thankYou,
    ...Object.values(entries).flatMap((entry) => entry.thankYou ?? []),
  ]),
);
/** Every flag of a survey's page with another value than usual. */
const flags = Object.entries(defaultFlags)
  .map(([name, usual]) => (typeof usual === "boolean" ? name : `${name}:v1`))
  .concat("compensation:dollars", "fontWeight:500")
  .join(",");
const ask = (path: string, sending: Sending = {}) => ({ name: path, path, sending });
const refused = { form: { email: "nobody", phone: "1", phoneNumber: "1" } };

/** Every page of the site that is no survey's step, as it is first, refused and done; and the errors. */
const asked = [
  ...sitePages.map(({ path }) => ask(path)),
  ...[...surveyEnds].flatMap((path) => [ask(`${path}?q=y`), ask(`${path}?lang=es`)]),
  ask("/contact/", { form: {} }),
  ask("/contact/", refused),
  ask("/contact/?sent=1"),
  ask("/do-not-sell-my-information/", { form: {} }),
  ask("/do-not-sell-my-information/", refused),
  ask("/do-not-sell-my-information/?done=all"),
  ask("/do-not-sell-my-information/?done=browser"),
  ask("/es/do-not-sell-my-information/", refused),
  ask("/car-accident-laws/deadline/", { form: {} }),
  ask("/car-accident-laws/deadline/", {
    form: { state: "TX", month: "3", day: "1", year: "2025", minor: "yes" },
  }),
  ask("/es/nothing"),
  ask("/do-not-sell-my-information/", { headers: { "Sec-GPC": "1" } }),
  ask("/survey/c", { headers: { "Sec-GPC": "1" } }),
  ask(`/survey/c?show-meter=yes&flags=${flags}`),
  ask("/survey/es?show-meter=yes&flags=socialProof,findMeALawyer"),
  ask("/survey/nothing"),
  ask("/nothing/here"),
  ...[
    "/graphs/",
    "/graphs/v4nv?at=HasLawyer&find=lawyer",
    "/graphs/c/simulate?do=accident_date_button%3DWithin%2B30%2BDays",
    "/graphs/one-page/simulate",
    "/graphs/c/steps",
    "/graphs/c/screen?step=PhoneAndZip&state=phone:phone&framed",
    "/graphs/compare?before=c&after=a",
  ].map((path) => ask(path, { headers: { Authorization: `Bearer ${chartsToken}` } })),
  ask("/graphs/sign-in", { form: { token: "wrong" } }),
  // A post to a page without a form.
  ask("/?index", { form: { a: "" } }),
];

/** Adds what a running site serves. The number that callers see is a tracked one, which brings marks of its own. */
export async function addSiteDocuments(documents: Documents): Promise<void> {
  const settings = { LOG: "off", RETREAVER_CAMPAIGN_KEY: "any", ANALYST_TOKEN: chartsToken };
  await using site = await startSiteProcess({ stubs: false, ...settings });
  for (const { name, path, sending } of asked) {
    const { status, text, headers } = await send(site.url, path, sending);
    const isPage = String(headers["content-type"]).startsWith("text/html");
    if (!isPage) throw new Error(`${path} answered ${status} without a page: ${text}`);
    documents.add(`${name} (${status})`, text);
  }
}
