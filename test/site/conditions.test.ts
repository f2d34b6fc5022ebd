import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, it } from "vitest";
import { type StubReply, startStub } from "../stubs/stub-server.ts";
import { destinationsIn } from "../support/files.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";
import { startSite } from "../support/site.ts";
import { query, sqlOn } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-certificate-"));
const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
execFileSync(
  "openssl",
  [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "5",
    "-subj",
    "/CN=crm",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
    "-keyout",
    key,
    "-out",
    cert,
  ],
  { stdio: "pipe" },
);
setDefaultCACertificates([...getCACertificates("default"), readFileSync(cert, "utf8")]);
const crm = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
await new Promise<void>((resolve) => crm.listen(0, "127.0.0.1", resolve));
const crmHost = `127.0.0.1:${(crm.address() as AddressInfo).port}`;

const no = { body: { buy: "no" } };
const replies: Record<string, StubReply> = {
  "/north": no,
  "/south": { body: { buy: "yes" } },
  "/ops": { body: {} },
};
const stub = await startStub(({ path }) => replies[path]!);
const buyer = (name: string, more = "") =>
  `  ${name}: { kind: json, repeats: { hours: 0 }, url: "${stub.origin}/${name}", answer: { accepted: { field: buy, is: "yes" } }${more} }\n`;
const { path, remove } = destinationsIn(
  `destinations:\n${buyer("north", ", only: { affiliates: [252] }")}${buyer("south", ", daily-cap: 1, only: { affiliates: [7] }")}  crm: { kind: json, url: "https://${crmHost}/", takes: messages }\n  ops: { kind: slack, url: "${stub.origin}/ops", takes: alarms }\norder: [north, south]\n`,
);
afterAll(async () => {
  remove();
  rmSync(folder, { recursive: true });
  crm.close();
  await stub.stop();
});
const said = () =>
  stub.requests.filter(({ path }) => path === "/ops").map(({ body }) => JSON.parse(body).text.split("\n"));

it("people are told from the first day of a buyer that takes nothing, of refused leads, a full day and a certificate, once, and when it is over", async () => {
  const settings = { ...withCharts, stubs: false, DESTINATIONS_FILE: path, SITE_TIME_ZONE: "UTC" };
  await using site = await startSite(settings);
  await waitFor("the certificate", () => said().length === 1, 20_000);
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
    30_000,
  );
  await site.stop();
  const longAgo = Date.now() - 70 * 60_000;
  await sqlOn(
    site.databaseUrl,
    `update outbox set updated_at = ${longAgo} where id in (select id from outbox where destination = 'north' limit 2)`,
  );
  await site.restart();
  await using other = await startSite({ ...settings, DATABASE_URL: site.databaseUrl });
  await waitFor("the messages", () => said().length === 4, 20_000);
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
    30_000,
  );
  await site.stop();
  // As if it had been yesterday.
  await sqlOn(site.databaseUrl, "update daily_places set day = '2020-01-01'");
  await sqlOn(site.databaseUrl, "update alarms set began_hour = began_hour - 24 where aspect = 'full'");
  await site.restart();
  await waitFor("the ends", () => said().length === 7, 20_000);
  await site.stop();
  await site.restart();
  expect(subjects().slice(4).sort()).toEqual([
    "Over: Nobody buys the leads of affiliate 252",
    "Over: north takes no leads",
    "Over: south has had its leads of the day",
  ]);
});
