import { beforeAll, expect, it } from "vitest";
import type { Role } from "../../services/console/roles.ts";
import { addPerson, codeOf, password, signedInCookie, trySignIn } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const site = siteForTests(withCharts);
const people = {} as Record<"ana" | "cy", Awaited<ReturnType<typeof addPerson>>>;
beforeAll(async () => {
  const roles: [name: "ana" | "cy", role: Role][] = [
    ["ana", "leads"],
    ["cy", "charts"],
  ];
  for (const [name, role] of roles) people[name] = await addPerson(site, name, role);
});
const wayBack = (text: string) => /<a href="([^"]+)">Console</.exec(text)?.[1];

it("a sign-in leads each role to a page that it sees", async () => {
  const { ana, cy } = people;
  const landing = async (name: "ana" | "cy", code = "") =>
    (await trySignIn(site, { name, password, code })).headers.location;
  expect(await landing("ana", codeOf(ana))).toBe("/console");
  expect(await landing(cy.name as "cy")).toBe("/graphs/");
});

it("the charts lead those of the console back to it, and nobody else", async () => {
  const cookie = await signedInCookie(site, people.cy);
  const { text, status } = await send(site.url, "/graphs/c", { headers: { Cookie: cookie } });
  expect([status, wayBack(text)]).toEqual([200, "/console/sessions"]);
  expect((await send(site.url, "/console/sessions", { headers: { Cookie: cookie } })).status).toBe(200);
  const byToken = await send(site.url, "/graphs/c", {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  expect([byToken.status, wayBack(byToken.text)]).toEqual([200, undefined]);
});

it("who is asked for the token may sign in by name, and goes on to what was asked for", async () => {
  const link = "/graphs/c/steps?language=es&theme=v3";
  const asked = await send(site.url, link, { headers: { Accept: "text/html" } });
  const { text } = await send(site.url, asked.headers.location!);
  const byName = /href="([^"]+)">Sign in with your name/.exec(text)![1]!;
  expect(byName).toBe(`/console/sign-in?${new URLSearchParams({ to: link })}`);
  const signedIn = await send(site.url, byName, { form: { name: "cy", password, code: "" } });
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, link]);
});
