import { truncateSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { during, siteProcessForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { type SiteSettings, startSite } from "../support/site.ts";
import { change, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

type Asked = { id: string; response: ServerResponse };

/** A buyer that answers only when it is released. */
async function startPatientBuyer() {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ id: JSON.parse(body).message_id, response });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accept = ({ response }: Asked) => {
    if (response.writableEnded) return;
    response.end(JSON.stringify({ status: "ACCEPTED", code: 0, lead_id: "1", message: "ok" }));
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    asked,
    accept,
    stop,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/direct_post`,
  };
}

describe("a site that is asked to stop", () => {
  const buyer = during(startPatientBuyer);
  const site = siteProcessForTests(() => ({ LEADPROSPER_URL: buyer.url }));
  afterEach(() => {
    site.stubs.ipqs.fault = "ok";
    for (const delivery of buyer.asked.splice(0)) buyer.accept(delivery);
  });
  const status = (id: string) =>
    query<{ status: string }>(site.databaseFile, "select status from outbox where id = ?", id)[0]?.status;

  it(
    "answers open requests, finishes a delivery, starts no other, and exits with 0",
    holds("T8", "T35"),
    async () => {
      await (await new JsonVisitor(site.url).open()).finish();
      await (await new JsonVisitor(site.url).open()).finish();
      await waitFor("two deliveries to begin", () => buyer.asked.length === 2);
      const [finished, waiting] = buyer.asked as [Asked, Asked];

      const late = await new JsonVisitor(site.url).open();
      await late.progress(entriesC().slice(0, 8));
      const { length } = site.stubs.ipqs.requests;
      // The service takes its time: this request is under way when the signal comes.
      site.stubs.ipqs.fault = "slow";
      const form = { visit: late.token, step: "NameAndEmail", ...answersC.NameAndEmail };
      const underWay = send(site.url, "/survey/c", { form, headers: { Cookie: late.cookie } });
      await waitFor("the request to be under way", () => site.stubs.ipqs.requests.length > length);

      const stopped = site.stop("SIGTERM");
      await waitFor("the door to be shut", () =>
        send(site.url, "/healthz").then(
          () => false,
          ({ code }) => /ECONNREFUSED|ECONNRESET/.test(code),
        ),
      );
      const answer = await underWay;
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        expect.stringMatching(/step=PhoneAndZip$/),
      ]);
      buyer.accept(finished);
      expect(await stopped).toBe(0);
      expect([status(finished.id), status(waiting.id)]).toEqual(["delivered", "sending"]);
      expect(site.output()).toMatch(/"event":"server","detail":"stopped"/);

      site.stubs.ipqs.fault = "ok";
      await site.restart();
      // Pretends that the two minutes after which a sender counts as dead have passed.
      change(site.databaseFile, (db) =>
        db.exec("update outbox set locked_until = 0 where status = 'sending'"),
      );
      await waitFor("the message to come again", () => buyer.asked.length === 3);
      expect(buyer.asked[2]!.id).toBe(waiting.id);
      buyer.accept(buyer.asked[2]!);
      await waitFor("its delivery", () => status(waiting.id) === "delivered");
      expect((await late.finish(entriesC().slice(-1))).status).toBe(200);
      await waitFor("the third lead", () => buyer.asked.length === 4);
      expect(storedLeads(site.databaseFile)).toHaveLength(3);
    },
  );

  it("forwards what it was killed while forwarding", async () => {
    const { progress } = site.stubs;
    await waitFor("what others answered to be forwarded", () => {
      const open = query(site.databaseFile, "select 1 from progress_saves where next_at is not null");
      return open.length === 0;
    });
    progress.fault = "slow";
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(entriesC().slice(0, 3));
    const [{ id } = { id: "" }] = query<{ id: string }>(
      site.databaseFile,
      "select id from visits order by rowid desc limit 1",
    );
    const toSave = () =>
      query(site.databaseFile, "select 1 from progress_saves where visit_id = ? and next_at is not null", id);
    const { length } = progress.requests;
    await waitFor("a post to be under way", () => progress.requests.length > length);
    await visitor.progress(entriesC().slice(3, 6));
    await site.stop("SIGKILL");
    progress.fault = "ok";
    await site.restart();
    expect(toSave()).toHaveLength(1);
    // Pretends that the minute after which a sender counts as dead has passed.
    change(site.databaseFile, (db) => db.exec("update progress_saves set locked_until = 0"));
    await waitFor("the progress save", () => toSave().length === 0);
    const { progression, backup } = progress.saved.get(id)!;
    expect([progression.size, backup.size]).toEqual([6, 6]);
  });
});

it("a store that fails makes the site not ready; pages that need no store still work", async () => {
  await using site = await startSite({ stubs: false });
  expect((await send(site.url, "/readyz")).status).toBe(200);
  const visitor = await new JsonVisitor(site.url).open();
  await visitor.progress(entriesC().slice(0, 2));
  // Damage behind its back: only the beginning of the file is left.
  change(site.databaseFile, (db) => db.exec("pragma wal_checkpoint(truncate)"));
  truncateSync(site.databaseFile, 100);
  change(site.databaseFile, () => undefined);
  expect((await send(site.url, "/readyz")).status).toBe(503);
  expect((await send(site.url, "/readyz")).headers["retry-after"]).toBeDefined();
  expect((await send(site.url, "/healthz")).status).toBe(200);
  expect((await send(site.url, "/contact/")).status).toBe(200);
  for (const answer of [
    await visitor.progress(entriesC().slice(2)),
    await visitor.postLead(),
    await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } }),
  ]) {
    expect(answer.status).toBe(503);
  }
  expect((await send(site.url, "/survey/c")).status, "a visitor without a visit").toBe(200);
});

describe("a site that cannot start", () => {
  it.each([
    [{ PORT: "abc" }, /PORT/],
    [{ DATABASE_URL: "postgres://a/b" }, /SESSION_SECRETS/],
    [{ DATABASE_URL: "file:./package.json/claimpath.db" }, /package\.json of DATABASE_URL/],
  ])("says why in one sentence: %j", async (settings, named) => {
    const refused = await startSite({ stubs: false, ...settings } as SiteSettings).catch(
      ({ message }: Error) => message,
    );
    expect(refused).toMatch(named);
    expect(refused).toMatch(/^[^\n]+\.\n$/);
  });
});
