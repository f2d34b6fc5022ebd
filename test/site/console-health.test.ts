import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { during, siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { walkForms } from "../support/visitors.ts";

/** An outside service that is out of order, and notes what it was asked. */
const service = during(async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method!);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url, close: () => server.close() };
});
const site = siteForTests(() => ({ stubs: false, GIBBERISH_URL: service.url }));
let ben: string;
const page = async () =>
  (await send(site.url, "/console/health", { headers: { Cookie: ben } })).text.replace(/<[^>]+>/g, " ");
const press = async () =>
  (await send(site.url, "/console/health", { form: {}, headers: { Cookie: ben } })).status;
/** Looks of the doctor at the service. */
const looks = () => service.asked.filter((method) => method === "HEAD").length;

beforeAll(async () => {
  ben = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
});

it("looks at the services once for all who load the page, and again for who presses", async () => {
  // Its clock stands still, however long the looks take.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await Promise.all([page(), page()]);
  await page();
  expect(looks()).toBe(1);
  // Many presses are one look.
  expect([await press(), looks()]).toEqual([303, 1]);
  vi.setSystemTime(Date.now() + 2_100);
  expect(await Promise.all([press(), press()])).toEqual([303, 303]);
  expect(looks()).toBe(2);
});

it("shows what waits, how much room there is, the log of consents, and who fails to answer", async () => {
  expect(await page()).toMatch(/None has been called yet/);
  await walkForms(site.url, "/survey/c");
  const text = await page();
  expect(text).toMatch(/Waiting to go out\s+nothing/);
  expect(text).toMatch(/Free disk space\s+[\d,.]+ [GM]B/);
  expect(text).toMatch(/Database\s+[\d.]+ MB/);
  expect(text).toMatch(/Consent log\s+/);
  expect(text).toMatch(/gibberish\S*\s+100% failed\s+\d+ calls?/);
});
