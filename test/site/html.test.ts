import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { defaultFlags } from "../../machines/rules/page-flags.ts";
import { siteForTests } from "../support/during.ts";
import { Documents, faultsIn } from "../support/html-faults.ts";
import { type Sending, send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

// The number that callers see is a tracked one, which brings marks of its own.
const site = siteForTests({ ...withCharts, LOG: "off", RETREAVER_CAMPAIGN_KEY: "any" });

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
const ask = (path: string, sending: Sending = {}) => ({ path, sending });
const refused = { form: { email: "nobody", phone: "1", phoneNumber: "1" } };

/** Pages that search engines do not list and no survey's way leads to, as they are first, refused and done; and the errors. */
const asked = [
  ask("/"),
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

const documents = new Documents();

it.each(asked)("$path is valid HTML", async ({ path, sending }) => {
  const { status, text, headers } = await send(site.url, path, sending);
  expect(headers["content-type"]).toMatch(/^text\/html/);
  expect(await documents.faults(`${path} (${status})`, text)).toEqual([]);
});

describe("a fault that is planted", () => {
  let html: string;
  beforeAll(async () => {
    html = (await send(site.url, "/survey/one-page")).text;
    expect(await faultsIn("as it is", html)).toEqual([]);
  });

  it.each([
    ["no-dup-id", (page: string) => page.replace("</main>", '<p id="next-steps"></p></main>')],
    [
      "input-missing-label",
      (page: string) => page.replace(/<label\b/, "<span").replace("</label>", "</span>"),
    ],
    ["wcag/h32", (page: string) => page.replaceAll(/<button\b.*?<\/button>/gs, "")],
    ["heading-level", (page: string) => page.replace("<h1", "<h3").replace("</h1>", "</h3>")],
  ])("is found by %s", async (rule, plant) => {
    const planted = plant(html);
    expect(planted).not.toBe(html);
    expect((await faultsIn("planted", planted)).map((fault) => fault.rule)).toContain(rule);
  });
});
