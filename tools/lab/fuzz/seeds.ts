import { sitePages } from "../../../app/site/site-pages.ts";
import { entryPaths } from "../../../machines/registry.ts";
import { answersC, contactMessage } from "../../../test/support/answers.ts";
import { chartsToken } from "../../../test/support/console-people.ts";
import { brought } from "../../../test/support/features.ts";
import type { Ask } from "../../../test/support/send.ts";
import { entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../../../test/support/visitors.ts";

const others = [
  "/healthz",
  "/readyz",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/gpc.json",
  "/logo.svg",
  "/nothing",
  "/survey-thank-you/?q=y&email=a%40b.c",
  "/ticket-thank-you/",
  "/survey-thank-you-v7/?q=n",
];
const charts = [
  "",
  "/compare?before=c&after=v7",
  "/sign-in",
  "/c",
  "/c/simulate",
  "/c/steps",
  "/c/screen?step=AtFault",
  "/c/numbers",
  "/c/numbers/steps.csv",
  "/c/numbers?show=sides",
  "/c/drawing.svg",
  "/c/exported-case",
];
const bearer: [string, string] = ["Authorization", `Bearer ${chartsToken}`];

/** Good requests of every kind the site takes: pages, forms of visits under way, the island's posts, charts. */
export async function goodAsks(origin: string): Promise<Ask[]> {
  const visits = await Promise.all(entryPaths.map((path) => firstForm(origin, path)));
  return [
    ...sitePages.map(({ path }) => get(path)),
    ...others.map(get),
    ...charts.map((path) => ({ ...get(`/graphs${path}`), headers: [bearer] })),
    ...visits,
    ...(await walkedForms(origin)),
    ...(await islandPosts(origin)),
    ...(await otherForms(origin)),
  ];
}

const get = (target: string): Ask => ({ method: "GET", target, headers: [] });
const posted = (target: string, cookie: string, form: Record<string, string>): Ask => ({
  method: "POST",
  target,
  headers: [["Cookie", cookie]],
  body: { form: Object.entries(form) },
});

async function firstForm(origin: string, path: string): Promise<Ask> {
  const visitor = new FormVisitor(origin);
  const { html } = await visitor.open(`${path}?affid=7&oid=57`);
  const name = html.match(/<input[^>]*\sname="([a-zA-Z_]+)"/)?.[1] ?? "option";
  return posted(path, visitor.cookie, { ...hiddenFields(html), [name]: "yes" });
}

/** Every post of a visitor who walks the survey to its end. */
async function walkedForms(origin: string): Promise<Ask[]> {
  const visitor = new FormVisitor(origin);
  await visitor.open("/survey/c");
  const asks: Ask[] = [];
  for (const answer of Object.values(answersC)) {
    asks.push(posted("/survey/c", visitor.cookie, { ...hiddenFields(visitor.screen.html), ...answer }));
    await visitor.post(answer);
  }
  return asks;
}

async function islandPosts(origin: string): Promise<Ask[]> {
  const { path, token, cookie, shown } = await new JsonVisitor(origin).open();
  const facts = { path, visit: token, timeZone: "America/Los_Angeles", query: {} };
  const refused = { refused: { step: "PhoneAndZip", fields: ["phone"], at: 1 } };
  const json = (target: string, body: unknown): Ask => ({
    method: "POST",
    target,
    headers: [["Cookie", cookie]],
    body: { json: body },
  });
  return [
    json("/api/progress", { ...facts, entries: entriesC() }),
    json("/api/progress", {
      ...facts,
      entries: [entriesC()[0], { back: "OtherDriversVehicleType" }, refused],
    }),
    json("/post-lead", { ...facts, shown, reported: [] }),
    json("/api/phone-code/send", { ...facts, phone: "2135550123" }),
    json("/api/phone-code/check", { ...facts, phone: "2135550123", code: "123456" }),
    json("/csp-reports", { "csp-report": { "effective-directive": "img-src" } }),
  ];
}

async function otherForms(origin: string): Promise<Ask[]> {
  const visitor = new FormVisitor(origin);
  const contact = hiddenFields((await visitor.open("/contact/")).html);
  const optOut = hiddenFields((await visitor.open("/do-not-sell-my-information/")).html);
  const simulate = posted("/graphs/c/simulate?path=%2Fsurvey%2Fc&today=2026-06-15", "", { option: "Car" });
  return [
    posted("/contact/", visitor.cookie, { ...contact, ...contactMessage }),
    posted("/do-not-sell-my-information/", "", { ...optOut, email: "ana@example.com", phone: "2135550123" }),
    ...brought
      .flatMap(({ pages = [] }) => pages)
      .map(({ path, sending: { form = {} } }) => posted(path, "", form)),
    posted("/graphs/sign-in", "", { token: chartsToken }),
    { ...simulate, headers: [bearer] },
  ];
}
