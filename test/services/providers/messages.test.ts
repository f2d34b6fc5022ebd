import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { sampleLead } from "../../../services/commands/try.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { jornayaAudit, trustedFormCertificate } from "../../../services/providers/certificates.ts";
import { calm, slackAlert } from "../../../services/providers/chat-alert.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { mailServer } from "../../../services/providers/mail.ts";
import type { BlockedEmail } from "../../../services/providers/ports.ts";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { ownPost } from "../../../services/providers/webhooks.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { OwnPost } from "../../../services/settings/receivers.ts";
import { startOwnPosts } from "../../stubs/own-contracts.ts";
import { accounts, given, startPageScripts } from "../../stubs/page-scripts.ts";
import { faults, startStub } from "../../stubs/stub-server.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { waitFor } from "../../support/wait-for.ts";
import { stubbed } from "./stubbed.ts";

describe("certificates", async () => {
  const { stub, callJson } = await stubbed(startPageScripts());
  const payload = {
    certificate: `${stub.origin}/${given.certificate}`,
    email: "pat@example.com",
    phone: "(213) 555-0123",
    reference: "lead-1",
  };
  const check = (more = {}) =>
    trustedFormCertificate(callJson, {
      apiKey: accounts.trustedFormKey,
      origins: [stub.origin],
      timeoutMs: 300,
      ...more,
    });
  const audit = (more = {}) =>
    jornayaAudit(callJson, { url: stub.origin, account: accounts.jornaya, timeoutMs: 300, ...more });
  const claim = (change = {}) => ({ id: "m1", payload: { ...payload, ...change }, attempt: 1 });
  const lookUp = { id: "m2", payload: { token: given.token }, attempt: 1 };
  const thatFail = faults.filter((fault) => fault !== "ok");

  describe("a TrustedForm certificate", () => {
    it("is claimed at its own address, and compared with the lead", async () => {
      expect(await check().deliver(claim())).toMatchObject({ outcome: "accepted" });
      const { method, path, headers, body } = stub.requests.at(-1)!;
      expect({ method, path }).toEqual({ method: "POST", path: `/${given.certificate}` });
      expect(headers.authorization).toBe(`Basic ${btoa(`API:${accounts.trustedFormKey}`)}`);
      expect(headers["api-version"]).toBe("4.0");
      expect(JSON.parse(body)).toEqual({
        match_lead: { email: "pat@example.com", phone: "2135550123" },
        retain: { reference: "lead-1" },
      });
    });

    it("with a mismatch is recorded with the reason, without the visitor's data", async () => {
      stub.verdict = "bad";
      expect(await check().deliver(claim())).toEqual({
        outcome: "rejected",
        detail: "Lead … … does not match",
      });
      stub.verdict = "good";
    });

    it.each([
      "https://evil.example/0123456789abcdef0123456789abcdef01234567",
      `${stub.origin.replace("http:", "https:")}/${given.certificate}`,
      `${stub.origin}@evil.example/${given.certificate}`,
    ])("at %s is set aside: nobody is called, and no key is sent", holds("T23"), async (certificate) => {
      await expect(check().deliver(claim({ certificate }))).rejects.toThrow(/trustedform-cert-origins/);
      await expect(check().deliver(claim({ certificate }))).rejects.not.toHaveProperty("kind");
      expect(stub.requests).toEqual([]);
    });

    it("is not asked about again after a wrong key: the answer would be the same", async () => {
      expect(await check({ apiKey: "wrong" }).deliver(claim())).toEqual({
        outcome: "rejected",
        detail: "the request was refused: Unauthorized",
      });
    });

    it.each(thatFail)("is asked about again when the service fails so: %s", async (fault) => {
      stub.fault = fault;
      await expect(check().deliver(claim())).rejects.toMatchObject({ name: "ProviderFailure" });
    });
  });

  describe("a LeadiD token", () => {
    it("is looked up with the account's code", async () => {
      expect(await audit().deliver(lookUp)).toMatchObject({ outcome: "accepted" });
      const { method, path, query } = stub.requests.at(-1)!;
      expect({ method, path }).toEqual({ method: "GET", path: "/Authenticate" });
      expect(Object.fromEntries(query)).toEqual({ lac: accounts.jornaya, id: given.token });
    });

    it("that is not authentic is recorded in words, despite status 200", async () => {
      expect(await audit({ account: "other" }).deliver(lookUp)).toEqual({
        outcome: "rejected",
        detail: "the token is unknown or older than a year",
      });
    });

    it("whose visitor has opted out at Jornaya says so", async () => {
      stub.verdict = "opted-out";
      expect(await audit().deliver(lookUp)).toEqual({
        outcome: "rejected",
        detail: "the visitor has opted out at Jornaya: do not process this lead",
        optedOut: true,
      });
      stub.verdict = "good";
    });

    it.each(thatFail)("is looked up again when the service fails so: %s", async (fault) => {
      stub.fault = fault;
      const failure = audit().deliver(lookUp);
      await expect(failure).rejects.toMatchObject({ name: "ProviderFailure" });
      await expect(failure).rejects.not.toThrow(new RegExp(`${accounts.jornaya}|${given.token}`));
    });
  });
});

const about = { survey: "c", path: "/survey/c", affid: "7", email: "p***@mailinator.com" };

async function chat(...statuses: number[]) {
  const left = [...statuses];
  const stub = await startStub(() => ({
    status: left.shift() ?? 200,
    body: "ok",
    headers: { "Content-Type": "text/plain" },
  }));
  const alert = slackAlert(createCallJson([stub.origin]), stub.origin, { waits: [1, 1] });
  const send = (more = {}) => alert.send({ ...about, ...more }).finally(() => stub.stop());
  return { send, texts: () => stub.requests.map(({ body }) => JSON.parse(body).text as string) };
}

describe("the chat alert", () => {
  it("contains no markup of the chat's", async () => {
    const { send, texts } = await chat(200);
    await send({ email: "<***@!channel>&.test", affid: "" });
    expect(texts()[0]).toContain("&lt;***@!channel&gt;&amp;.test");
    expect(texts()[0]).toContain("no affiliate");
  });

  it.each([[429, 503, 200], [500, 200], [200]])(
    "is sent until the chat accepts it: %j",
    async (...statuses) => {
      const { send, texts } = await chat(...statuses);
      await send();
      expect(texts()).toHaveLength(statuses.length);
    },
  );

  it("is given up after a few tries, and at once where a retry would not help", async () => {
    const full = await chat(429, 429, 429, 429);
    await expect(full.send()).rejects.toMatchObject({ status: 429 });
    expect(full.texts()).toHaveLength(3);
    const gone = await chat(404);
    await expect(gone.send()).rejects.toMatchObject({ status: 404 });
    expect(gone.texts()).toHaveLength(1);
  });
});

describe("alerts about blocked addresses", () => {
  it(
    "many blocked addresses make one alert, and one more with the number of the others",
    holds("T51"),
    async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const sent: BlockedEmail[] = [];
      const alert = calm(
        { send: async (each) => void sent.push(each) },
        { quietMs: 60_000, now: Date.now, onFailure: () => expect.unreachable() },
      );
      for (let nth = 1; nth <= 9; nth++) await alert.send({ ...about, affid: String(nth) });
      expect(sent).toEqual([{ ...about, affid: "1" }]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(sent.slice(1)).toEqual([{ ...about, affid: "9", others: 7 }]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(sent).toHaveLength(2);
      const { send, texts } = await chat(200);
      await send(sent[1]);
      expect(texts()[0]).toContain("So were 7 more since");
    },
  );
});

describe("sendmail", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-sendmail-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [program, taken] = [join(folder, "sendmail"), join(folder, "letter")];
  const script = (text: string) => writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o700 });

  /** Sends a lead by the e-mail destination that hands its letters to the program. */
  function deliver() {
    const yaml = `destinations:
  it: { kind: email, smtp: "sendmail:${program}", from: site@example.com, to: desk@example.com, mode: live }`;
    const { destinations } = createProviders(settingsWith(yaml), silentLog);
    const payload = sampleLead("c", "0190", Date.UTC(2026, 0, 31));
    return destinations.find(({ name }) => name === "it")!.deliver({ id: "0190.it", payload, attempt: 1 });
  }

  it("a letter is sent by the machine's own sendmail", async () => {
    script(`printf '%s\\n' "$@" > ${taken}; cat >> ${taken}`);
    expect(await deliver()).toMatchObject({ outcome: "accepted" });
    const letter = readFileSync(taken, "utf8");
    expect(letter).toMatch(/^-i\n-f\nsite@example.com\ndesk@example.com\n/);
    expect(letter).toContain("\nMessage-ID: <0190.it@example.com>\n");
  });

  it("a program that fails, hangs or is missing delays the letter, and loses none", async () => {
    script("cat > /dev/null; exit 75");
    await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
    script("exec sleep 2");
    const letter = {
      from: "site@example.com",
      to: "desk@example.com",
      text: "",
      messageId: "<1@example.com>",
    };
    await expect(mailServer(`sendmail:${program}`, 100).sendMail(letter)).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    rmSync(program);
    await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
  });
});

describe("deletion notices", () => {
  const on = freshStore(sqlite.start);

  it("receivers with an address are notified, and the others are listed with their contacts", async () => {
    await using stub = await startOwnPosts();
    const { store } = on;
    const { lead } = await storePerson(store, ["lead-prosper", "distribution"]);
    for (const name of ["lead-prosper", "distribution"]) {
      await store.outbox.delivered((await store.outbox.claim([name], on.now))[0]!, "accepted", "");
    }
    await store.people.erase({ email: zoe.email });
    const settings = readSettings({
      DELETION_URLS: `distribution=${stub.origin}/forget`,
      WEBHOOK_SECRETS: `whsec_${btoa("k".repeat(32))}`,
    });
    const { destinations } = createProviders(settings, silentLog);
    const options = { store, now: () => on.now, pollMs: 50, maxAttempts: 3, log: silentLog };
    const outbox = startOutbox({ ...options, random: () => 0, destinations });
    const statuses = async () => (await store.outbox.list({ leadId: lead.id })).map(({ status }) => status);
    await waitFor("both notices", async () => (await statuses()).join() === "delivered,parked");
    await outbox.stop();
    const fields = { type: "deletion", receiver: "distribution", message_id: `${lead.id}.distribution` };
    const notice = { times: 1, path: "/forget", fields };
    expect([...stub.received]).toEqual([[`${lead.id}.deletion.distribution`, notice]]);
    expect(stub.requests[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
    const [parked] = await store.outbox.list({ status: "parked" });
    expect(parked!.lastError).toContain("write to the operator of api.leadprosper.io");
  });
});

describe("posts of our own", async () => {
  const { stub, callJson } = await stubbed(startOwnPosts());
  const post = (more: Partial<OwnPost> = {}) =>
    ownPost(callJson, {
      name: "distribution",
      url: `${stub.origin}/in`,
      encoding: "json",
      firstRetryMs: 10,
      secrets: [],
      timeoutMs: 300,
      ...more,
    });
  const message = { id: "01a", payload: { first_name: "Zoë", ids: [1, 2], bad_words: "yes" }, attempt: 1 };

  describe("a post of our own contract", () => {
    it("is not configured without an address, and then sends nothing", async () => {
      const unset = post({ url: undefined });
      expect(unset.configured).toBe(false);
      const before = stub.requests.length;
      await expect(unset.deliver(message)).rejects.toMatchObject({ kind: "refused" });
      expect(stub.requests).toHaveLength(before);
    });
  });

  describe("the signature of a post", () => {
    // Two secrets: the receiver is being moved from the old to the new one.
    const secrets = [
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      `whsec_${btoa("a new key of twenty-nine bytes")}`,
    ];
    const sentAt = 1_614_265_330;
    const now = () => sentAt * 1000 + 999;

    /** A receiver's check with one secret. */
    function fits(secret: string, { headers, body }: (typeof stub.requests)[number]): boolean {
      const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
      const hmac = createHmac("sha256", Buffer.from(secret.split("_")[1]!, "base64"));
      const mine = `v1,${hmac.update(Buffer.from(signed)).digest("base64")}`;
      return String(headers["webhook-signature"]).split(" ").includes(mine);
    }

    it("equals the example of Standard Webhooks", () => {
      const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
      expect(webhookHeaders(secrets.slice(0, 1), id, '{"test": 2432232314}', sentAt * 1000)).toEqual({
        "webhook-id": id,
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      });
    });

    it.each(["json", "form"] as const)(
      "covers the bytes of a %s body, with every secret",
      async (encoding) => {
        await post({ encoding, secrets, now }).deliver(message);
        const request = stub.requests.at(-1)!;
        expect(request.headers).toMatchObject({ "webhook-id": "01a", "webhook-timestamp": String(sentAt) });
        expect(secrets.map((secret) => fits(secret, request))).toEqual([true, true]);
        expect(fits(`whsec_${btoa("a key that nobody knows")}`, request)).toBe(false);
        expect(fits(secrets[0]!, { ...request, body: `${request.body} ` })).toBe(false);
        expect(String(request.headers["webhook-signature"]).split(" ")).toHaveLength(2);
      },
    );

    it("is new for a later attempt, under the same id", async () => {
      await post({ secrets, now }).deliver(message);
      await post({ secrets, now: () => (sentAt + 3600) * 1000 }).deliver({ ...message, attempt: 2 });
      const [first, second] = stub.requests.map(({ headers }) => headers);
      expect(second!["webhook-id"]).toBe(first!["webhook-id"]);
      expect(second!["webhook-timestamp"]).toBe(String(sentAt + 3600));
      expect(second!["webhook-signature"]).not.toBe(first!["webhook-signature"]);
    });

    it("is left out without a secret; the id is not", async () => {
      await post().deliver(message);
      const { headers } = stub.requests.at(-1)!;
      expect(headers["webhook-id"]).toBe("01a");
      expect(headers).not.toHaveProperty("webhook-timestamp");
      expect(headers).not.toHaveProperty("webhook-signature");
    });
  });
});
