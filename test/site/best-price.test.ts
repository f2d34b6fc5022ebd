import { afterAll, beforeAll, expect, it } from "vitest";
import { type StubReply, startStub } from "../stubs/stub-server.ts";
import { siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, send } from "../support/send.ts";
import { query } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const replies: Record<string, StubReply> = {};
const stub = await startStub(({ path }) => replies[path]!);
afterAll(() => stub.stop());
const buyer = (name: string, more = "") =>
  `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}", answer: { accepted: { field: buy, is: "yes" } }, ping: { url: "${stub.origin}/${name}/ping", fields: { State: state }, answer: { accepted: { field: buy, is: "yes" }, price: price } }${more} }\n`;
const { path } = destinationsIn(
  `destinations:\n${buyer("north", ", credentials-end: 2020-01-31")}${buyer("south", ", credentials-end: 2090-01-31")}${buyer("west")}order: [north, south, west]\norder-by: best-price\n`,
);
const site = siteForTests({ stubs: false, DESTINATIONS_FILE: path, SITE_TIME_ZONE: "UTC" });
const no = { body: { buy: "no" } };
const yes = (price?: number) => ({ body: { buy: "yes", price } });

let cookie: string;
beforeAll(async () => {
  const [, key] = /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
  cookie = cookieOf(await send(site.url, "/console/start", { form: { key: key! } }));
});
const get = async (page: string) => (await send(site.url, page, { headers: { Cookie: cookie } })).text;
const statusOf = (message: string) =>
  query<{ status: string }>(site.databaseFile, `select status from outbox where id = '${message}'`)[0]
    ?.status;
async function lead(last: string, status: string): Promise<string> {
  await walkForms(site.url, "/survey/c");
  const [{ id }] = query<{ id: string }>(
    site.databaseFile,
    "select id from leads order by id desc limit 1",
  ) as [{ id: string }];
  await waitFor(status, () => statusOf(`${id}.${last}`) === status);
  return id;
}
const rows = (text: string, id: string) => text.split(`href="/console/leads/${id}"`).length - 1;

it("the console says who bid what for a lead, who was asked first, and who did not bid and why", async () => {
  Object.assign(replies, { "/north/ping": yes(20), "/south/ping": yes(52.5), "/west/ping": no });
  Object.assign(replies, { "/north": yes(), "/south": no });
  const sold = await lead("north", "delivered");
  const page = await get(`/console/leads/${sold}`);
  expect(page).toContain(
    "Order: sold to north; passed on by south; the highest bid first: south $52.50, north $20.00.",
  );
  expect(page).toContain("passed on to south");
  expect(page).toMatch(/south \$52\.50, north \$20\.00; west: no bid, status 200/);
  const settings = { DATABASE_URL: site.databaseUrl, DESTINATIONS_FILE: path };
  expect((await runCommand(`leads show ${sold}`, settings)).stdout).toMatch(
    /bids asked for, attempt 1, south \$52\.50, north \$20\.00; west: no bid/,
  );
  const [sale] = query(site.databaseFile, "select buyer, cents from sales_ledger where kind = 'sale'");
  expect(sale).toEqual({ buyer: "north", cents: 2000 });

  Object.assign(replies, { "/north/ping": no, "/south/ping": no });
  const again = (text: string, name: string) => text.includes(`name="message" value="${sold}.${name}"`);
  expect([again(page, "best-price"), again(page, "south")]).toEqual([false, true]);
  const unsold = await lead("best-price", "rejected");
  expect(await get(`/console/leads/${unsold}`)).toMatch(/Order: unsold, and nobody is asked\.[\s\S]*no bid/);
  // Nobody was asked: that is a lead to look at. The other one is sold.
  const list = await get("/console/deliveries");
  expect([rows(list, sold), rows(list, unsold)]).toEqual([0, 1]);
});

it("the console says of each receiver when its key ends", async () => {
  const list = await get("/console/deliveries");
  expect(list).toContain("Its key has ended, on Jan 31, 2020");
  expect(list).toContain("Its key ends on Jan 31, 2090");
  expect(list.match(/Its key/g)).toHaveLength(2);
});
