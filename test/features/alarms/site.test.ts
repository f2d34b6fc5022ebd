import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type StubReply, startStub } from "../../stubs/stub-server.ts";
import { chartsToken, withCharts } from "../../support/console-people.ts";
import { storeAt } from "../../support/databases.ts";
import { destinationsIn, ownCertificate } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { send } from "../../support/send.ts";
import { startSite, startSiteProcess } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { plantHours, usualHour } from "./planted-hours.ts";

const stub = await startStub(() => ({ body: {} }));
const gone = await startStub(() => ({ status: 503, body: {} }));
const secret = `whsec_${btoa("a".repeat(32))}`;
const file = destinationsIn(
  `destinations:\n  ops: { kind: webhook, url: "${stub.origin}/alarms", secrets: "\${OPS_SECRET}", takes: alarms }\n` +
    `  gone: { kind: webhook, url: "${gone.origin}/alarms", secrets: "\${OPS_SECRET}", takes: alarms }\n`,
);
afterAll(async () => {
  await Promise.all([stub.stop(), gone.stop()]);
  file.remove();
});

it("an outage and its end are each announced once, even if the process dies", holds("T135"), async () => {
  const store = join(file.folder, "claimpath.db");
  const env = {
    ...withCharts,
    DATABASE_URL: `file:${store}`,
    CLAIMPATH_FILE: file.path,
    OPS_SECRET: secret,
  };
  await (await storeAt(env.DATABASE_URL)).close();
  // Later than any hour that is counted while the test runs.
  const last = Math.floor(Date.now() / 3_600_000) + 2;
  plantHours(store, last, { ...usualHour(last), "source:c/7": [0, 0] });
  await using site = await startSiteProcess(env);
  await waitFor("the message", () => site.output().includes('"event":"alarm.sent"'));
  const page = await send(site.url, "/graphs/alarms", {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  expect(page.text).toContain("Open (<!-- -->1<!-- -->)");
  expect(page.text).toContain("Fewer leads from affiliate 7 on survey c");
  expect(page.text).toContain("not accepted by gone");
  expect(page.text).toMatch(/\/graphs\/c\/numbers\?from=[\d-]+&amp;to=[\d-]+&amp;affiliate=7/);

  await site.stop("SIGKILL");
  plantHours(store, last);
  await site.restart();
  await waitFor("the end", () => site.output().split('"event":"alarm.sent"').length === 3);
  const said = stub.requests.map(({ body, headers }) => ({ ...JSON.parse(body), id: headers["webhook-id"] }));
  expect(said).toEqual([
    {
      type: "alarm.began",
      version: 1,
      timestamp: expect.any(String),
      id: expect.stringMatching(/\.began\.ops$/),
      data: {
        subject: "Fewer leads from affiliate 7 on survey c",
        text: expect.stringMatching(
          /^Fewer leads from affiliate 7 on survey c: \d+ in .*, usually \d+ \([\d.]+ to \d+\)\.\nhttp:\/\/localhost:\d+\/graphs\/alarms$/,
        ),
      },
    },
    expect.objectContaining({
      type: "alarm.ended",
      id: expect.stringMatching(/\.ended\.ops$/),
      data: {
        subject: "Back to normal: affiliate 7 on survey c",
        text: expect.stringContaining("It began "),
      },
    }),
  ]);
  expect(said[1].id.split(".")[0]).toBe(said[0].id.split(".")[0]);
});

const crm = createServer(ownCertificate());
await new Promise<void>((resolve) => crm.listen(0, "127.0.0.1", resolve));
const crmHost = `127.0.0.1:${(crm.address() as AddressInfo).port}`;

const no = { body: { buy: "no" } };
const replies: Record<string, StubReply> = {
  "/north": no,
  "/south": { body: { buy: "yes" } },
  "/ops": { body: {} },
};
const receivers = await startStub(({ path }) => replies[path]!);
const buyer = (name: string, more = "") =>
  `  ${name}: { kind: json, repeats: { hours: 0 }, url: "${receivers.origin}/${name}", answer: { accepted: { field: buy, is: "yes" } }${more} }\n`;
const { path, remove } = destinationsIn(
  `destinations:\n${buyer("north", ", only: { affiliates: [252] }")}${buyer("south", ", daily-cap: 1, only: { affiliates: [7] }")}  crm: { kind: json, url: "https://${crmHost}/", takes: messages }\n  ops: { kind: slack, url: "${receivers.origin}/ops", takes: alarms }\norder: [north, south]\n`,
);
afterAll(async () => {
  remove();
  crm.close();
  await receivers.stop();
});
const said = () =>
  receivers.requests
    .filter(({ path }) => path === "/ops")
    .map(({ body }) => JSON.parse(body).text.split("\n"));

it("from the first day, people are alerted once to an idle buyer, refused leads, a full day and a certificate, and to the end of each", async () => {
  const settings = { ...withCharts, stubs: false, CLAIMPATH_FILE: path, "company.time-zone": "UTC" };
  await using site = await startSite(settings);
  await waitFor("the certificate", () => said().length === 1);
  expect(said()).toEqual([
    [
      `*The certificate of ${crmHost} is about to end*`,
      expect.stringMatching(/^It ends on \w+ \d+, \d+:\d\d [AP]M\.$/),
      `${site.url}/graphs/alarms`,
    ],
  ]);
  for (let times = 0; times < 5; times++) await walkForms(site.url, "/survey/c?affid=252");
  await walkForms(site.url, "/survey/c?affid=7");
  await waitFor(
    "the answers",
    () =>
      query(site.databaseFile, "select id from outbox where status in ('rejected', 'delivered')").length ===
        6 &&
      query(site.databaseFile, "select id from analytics_sessions where result = 'qualified'").length === 6,
  );
  await site.stop();
  const longAgo = Date.now() - 70 * 60_000;
  await sqlOn(
    site.databaseUrl,
    `update outbox set updated_at = ${longAgo} where id in (select id from outbox where destination = 'north' limit 2)`,
  );
  await site.restart();
  await using other = await startSite({ ...settings, DATABASE_URL: site.databaseUrl });
  await waitFor("the messages", () => said().length === 4);
  const subjects = () => said().map(([subject]) => subject.replaceAll("*", ""));
  expect(subjects().slice(1).sort()).toEqual([
    "Nobody buys the leads of affiliate 252",
    "north takes no leads",
    "south has had its leads of the day",
  ]);
  expect(said().find(([subject]) => subject.includes("north"))![2]).toBe(
    `${site.url}/console/deliveries?destination=north`,
  );
  const page = await send(site.url, "/graphs/alarms", {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  expect(page.text).toContain("Open (<!-- -->4<!-- -->)");
  expect(page.text).toContain("1 of 1 today; those that come now go to the next buyer, or to nobody");
  await other.stop();
  await site.stop();
  replies["/north"] = { body: { buy: "yes" } };
  await site.restart();
  for (let times = 0; times < 6; times++) await walkForms(site.url, "/survey/c?affid=252");
  await waitFor(
    "the sales",
    () =>
      query(site.databaseFile, "select id from outbox where status = 'delivered'").length === 7 &&
      query(site.databaseFile, "select id from analytics_sessions where result = 'qualified'").length === 12,
  );
  await site.stop();
  // Moves everything to yesterday.
  await sqlOn(site.databaseUrl, "update daily_places set day = '2020-01-01'");
  await sqlOn(site.databaseUrl, "update alarms set began_hour = began_hour - 24 where aspect = 'full'");
  await site.restart();
  await waitFor("the ends", () => said().length === 7);
  await site.stop();
  await site.restart();
  expect(subjects().slice(4).sort()).toEqual([
    "Over: Nobody buys the leads of affiliate 252",
    "Over: north takes no leads",
    "Over: south has had its leads of the day",
  ]);
});
