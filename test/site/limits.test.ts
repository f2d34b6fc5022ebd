import { describe, expect, it } from "vitest";
import { startSms } from "../stubs/own-contracts.ts";
import { answersC } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { expectOnlyOurs, type Sending, type Sent, send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { solve } from "../support/solve.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import {
  type Entry,
  entriesC,
  FormVisitor,
  fromAddress,
  hiddenFields,
  JsonVisitor,
} from "../support/visitors.ts";
import { thanks } from "../support/wait-for.ts";

const site = siteForTests({ TRUST_PROXY: "1", "limits.posts-per-address": "1", "limits.posts-in-all": "0" });

let addresses = 0;
const anAddress = () => ({ "X-Forwarded-For": `192.0.2.99, 203.0.113.${++addresses}` });
/** Posts twice: the second is refused, also where a minute begins in between. */
async function flood(path: string, sending: Sending): Promise<Sent> {
  await send(site.url, path, sending);
  return send(site.url, path, sending);
}
/** The accepted one has to leave the window: up to two minutes. */
const refused = {
  status: 429,
  headers: { "retry-after": expect.stringMatching(/^([1-9]\d?|1[01]\d|120)$/) },
};

describe("an address that posts too much", () => {
  it.each([
    "/api/progress",
    "/post-lead",
    "/api/chat-alert",
    "/api/phone-code/send",
    "/api/phone-code/check",
  ])("is told by %s in JSON when to try again", async (path) => {
    const answer = await flood(path, { json: {}, headers: anAddress() });
    expect(answer).toMatchObject(refused);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/try again/), field: null });
  });

  it.each([
    ["/survey/c?affid=7", "en", "Please wait a moment"],
    ["/survey/v4nv-es", "es", "Espere un momento, por favor"],
    ["/contact/", "en", "Please wait a moment"],
    ["/do-not-sell-my-information/", "en", "Please wait a moment"],
  ])("sees at %s in its language what was typed", holds("T20"), async (path, language, title) => {
    const form = { message: '"><script>alert(1)</script>\nnext', firstName: "Ana & Eva" };
    const answer = await flood(path, { form, headers: anAddress() });
    expect(answer).toMatchObject(refused);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toContain(`<form method="post" action="${path}">`);
    expect(answer.text).toContain('name="firstName" value="Ana &amp; Eva"');
    expect(answer.text).toContain('name="message" value="&quot;&gt;&lt;script&gt;');
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("can see every page; another site's posts are refused as ever", async () => {
    const headers = anAddress();
    await flood("/contact/", { form: {}, headers });
    for (const path of ["/", "/survey/c", "/contact/"]) {
      expect((await send(site.url, path, { headers })).status).toBe(200);
    }
    const foreign = { ...headers, Origin: "https://example.net" };
    expect((await send(site.url, "/contact/", { form: {}, headers: foreign })).status).toBe(403);
  });

  it("cannot claim another address, and does not keep others from their survey", holds("T30"), async () => {
    const own = "203.0.113.200";
    let forged = 0;
    const sending = {
      json: {},
      get headers() {
        return { "X-Forwarded-For": `198.51.100.${++forged}, ${own}` };
      },
    };
    expect((await flood("/post-lead", sending)).status).toBe(429);
    const visitor = new FormVisitor(
      site.url,
      fromAddress(() => anAddress()["X-Forwarded-For"]),
    );
    const { step } = await visitor.open("/survey/c");
    expect((await visitor.post(answersC[step]!)).status).toBe(200);
    expect(visitor.screen.step).not.toBe(step);
  });
});

it("an address is the same in any notation", holds("T56"), async () => {
  const spelled = ["2001:db8:10:0::1", "2001:DB8:10::1", "[2001:db8:10:0000::0001]:443"];
  const statuses: number[] = [];
  for (const ip of [...spelled, ...spelled, "2001:db8:11::1"])
    statuses.push(
      (await send(site.url, "/api/progress", { json: {}, headers: { "X-Forwarded-For": ip } })).status,
    );
  // The turn of a minute may let one more pass.
  expect(statuses.slice(0, 6).filter((status) => status !== 429).length).toBeLessThanOrEqual(2);
  expect(statuses.at(-1), "of the next /48").toBe(400);
});

it("visitors behind an uncounted proxy are not taken for one", async () => {
  const visitor = await new JsonVisitor(site.url).open();
  for (let post = 0; post < 5; post++) expect((await visitor.postLead()).status).toBe(409);
});

describe("what costs us something", () => {
  const budgets = {
    TRUST_PROXY: "1",
    "limits.lookups-per-address": "6",
    "limits.lookups-per-hour": "16",
    "limits.lookups-per-day": "1000",
    "limits.verdict-hours": "24",
  };
  const from = (ip: string) => ({ headers: { "X-Forwarded-For": ip } });
  const emailStep = (email: string): Entry => ({
    answer: { step: "NameAndEmail", fields: { firstName: "Ana", lastName: "Rivera", email } },
  });
  const before = (step: string) => {
    const entries = entriesC();
    return entries.slice(
      0,
      entries.findIndex((entry) => "answer" in entry && entry.answer.step === step),
    );
  };

  describe("paid look-ups", () => {
    const site = siteForTests(budgets);
    const asked = (what: string) =>
      site.stubs.ipqs.requests.filter(({ path }) => path.includes(`/${what}/`)).length;
    const at = async (step: string, ip: string) => {
      const visitor = await new JsonVisitor(site.url, "/survey/c", from(ip)).open();
      expect((await visitor.progress(before(step))).status).toBe(200);
      return visitor;
    };

    it("are few however many addresses one post tries", holds("T40"), async () => {
      const visitor = await at("NameAndEmail", "192.0.2.1");
      const addresses = Array.from({ length: 40 }, (_, index) => emailStep(`bad@flood${index}.example.com`));
      await visitor.progress(addresses);
      expect(asked("email")).toBe(3);
      const { text } = await visitor.progress([emailStep("bad@more.mailinator.com")]);
      expect(JSON.parse(text).outcomes).toEqual([
        { call: "checkEmail", output: { valid: false, disposable: false, timesBadBefore: 0 } },
      ]);
    });

    it("the same address is looked up once a day for all visits", holds("T40"), async () => {
      const already = asked("email");
      for (const ip of ["198.51.100.1", "203.0.113.1"]) {
        const visitor = await at("NameAndEmail", ip);
        const { text } = await visitor.progress([emailStep("twice@example.com")]);
        expect(JSON.parse(text).outcomes[0].output.valid).toBe(true);
      }
      expect(asked("email")).toBe(already + 1);
      const kept = JSON.stringify(query(site.databaseFile, "select * from verdicts"));
      expect(kept).not.toContain("twice");
    });

    it("tell a browser the verdict, and nothing else from the report", holds("T41"), async () => {
      const visitor = await at("NameAndEmail", "203.0.114.1");
      const replies = [await visitor.progress([emailStep("risky@example.com")])];
      const phone = { answer: { step: "PhoneAndZip", fields: { phone: "2135550123", zip_code: "90210" } } };
      replies.push(await visitor.progress([phone]));
      replies.push(await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } }));
      for (const { text } of replies) {
        expect(text).not.toMatch(/fraud_score|line_type|dns_valid|Wireless|"message":"[^"]/);
      }
      expect(JSON.stringify(query(site.databaseFile, "select body from visit_log"))).toMatch(/Wireless/);
    });

    it("end for everybody with an alarm, and stop no visitor", holds("T40"), async () => {
      for (let index = 0; index < 12; index++) {
        const visitor = await at("NameAndEmail", `100.${index}.0.1`);
        await visitor.progress([emailStep(`all${index}@example.com`)]);
      }
      expect(site.output()).toContain('"event":"budget.look-ups.began"');
      const already = site.stubs.ipqs.requests.length;
      const visitor = await at("NameAndEmail", "100.200.0.1");
      const { text } = await visitor.progress([emailStep("someone@mailinator.com")]);
      expect(JSON.parse(text).outcomes[0].output.valid, "a disposable address is still refused").toBe(false);
      const phone = { phone: "(213) 555-0155", zip_code: "90210" };
      expect((await visitor.finish(entriesC({ PhoneAndZip: phone }))).status).toBe(200);
      expect(site.stubs.ipqs.requests.length).toBe(already);
      const [lead] = query<{ record: string }>(
        site.databaseFile,
        "select record from leads order by created_at desc limit 1",
      );
      expect(JSON.parse(lead!.record)).toMatchObject({ phone_check: "unchecked" });
    });
  });

  describe("texts with codes", () => {
    const sms = during(() => startSms());
    const site = siteForTests(() => ({
      ...budgets,
      pages: { "/survey/c": { flags: { verifyPhone: "on" } } },
      "limits.proof-of-work-cost": "1",
      TWILIO_API_KEY: "",
      TWILIO_SECRET: "",
      TWILIO_VERIFY_SERVICE_SID: "",
      SMS_URL: `${sms.origin}/send`,
      "limits.texts-per-address": "4",
      "limits.texts-per-exchange": "10",
      "limits.texts-per-hour": "3",
      "limits.texts-per-day": "100",
    }));
    const text = async (ip: string, phone: string, proves = true, path = "/survey/c") => {
      const visitor = await new JsonVisitor(site.url, path, from(ip)).open("?flags=verifyPhone");
      await visitor.progress(before("PhoneAndZip"));
      const ask = () => visitor.post("/api/phone-code/send", { path, visit: visitor.token, phone });
      const first = await ask();
      const challenge = first.headers["proof-of-work"];
      if (!challenge || !proves) return first.status;
      visitor.cookie = `${visitor.cookie}; proof=${await solve(String(challenge))}`;
      return (await ask()).status;
    };

    it(
      "are not sent where only the address asks for them, nor without a proof of work",
      holds("T42"),
      async () => {
        expect(await text("192.0.2.1", "+12135551001", true, "/survey/v3")).toBe(409);
        expect(await text("192.0.2.1", "+12135551001", false)).toBe(429);
        expect(sms.requests).toHaveLength(0);
      },
    );

    it("are limited in total too, with an alarm", holds("T42"), async () => {
      for (let index = 0; index < 5; index++) await text(`100.${index}.7.1`, `+1310${555 + index}2000`);
      expect(sms.requests).toHaveLength(3);
      expect(site.output()).toContain('"event":"budget.texts.began"');
    });
  });
});

const visitorAt = "203.0.113.200";
/** How many posts a minute are accepted as they are; any other needs a proof. */
const inAll = 40;
const settings = {
  TRUST_PROXY: "1",
  "limits.posts-in-all": String(inAll),
  "limits.proof-of-work-cost": "1",
  ADMIN_PORT: "0",
};

describe("a site in a flood", () => {
  const site = siteForTests(settings);

  async function outcomes(): Promise<Record<string, number>> {
    const { text } = await send(adminOf(site), "/metrics");
    const counted = text.matchAll(/^claimpath_proofs_of_work_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counted].map(([, outcome, count]) => [outcome, Number(count)]));
  }

  /** Sends until it is refused: the first posts of a minute are accepted as they are, whatever they contain. */
  async function refused(path: string, { headers, ...sending }: Sending): Promise<Sent> {
    const from = { "X-Forwarded-For": visitorAt, ...headers };
    for (let tries = 0; tries < 3 * inAll; tries++) {
      const answer = await send(site.url, path, { ...sending, headers: from });
      if (answer.status === 429) return answer;
    }
    throw new Error(`${path} was never refused`);
  }
  let floods = 0;
  const flood = () =>
    refused("/post-lead", { json: {}, headers: { "X-Forwarded-For": `198.51.100.${++floods % 250}` } });
  const challengeOf = ({ headers }: Sent) => String(headers["proof-of-work"]);
  const withProof = (proof: string) => ({ json: {}, headers: { Cookie: `proof=${proof}` } });

  it("lets through to the thanks a visitor who brings a proof of work with each post", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const session = visitor.cookie;
    const through = async (post: () => Promise<Sent>): Promise<Sent> => {
      for (;;) {
        await flood();
        const answer = await post();
        if (answer.status !== 429) return answer;
        visitor.cookie = `${session}; proof=${await solve(challengeOf(answer))}`;
      }
    };
    for (const entry of entriesC()) {
      expect((await through(() => visitor.progress([entry]))).status).toBe(200);
    }
    expect(thanks(await through(() => visitor.postLead()))).toBe(true);
    expect(storedLeads(site.databaseFile)).toMatchObject([{ kind: "survey" }]);
    expect((await outcomes()).taken).toBeGreaterThan(5);
    expect(site.output()).toContain('"event":"flood.began"');
  });

  it("lets through with one proof what costs one without a flood too", async () => {
    const at = "/do-not-sell-my-information/";
    const [, form = ""] = /name="form" value="([^"]+)"/.exec((await send(site.url, at)).text)!;
    // The second by one form is not free.
    for (const phone of ["2135557301", "2135557302"]) {
      await flood();
      const sent = { form: { phone, email: "", form } };
      const Cookie = `proof=${await solve(challengeOf(await refused(at, sent)))}`;
      const headers = { "X-Forwarded-For": visitorAt, Cookie };
      expect((await send(site.url, at, { ...sent, headers })).status).toBe(303);
    }
  });

  it("accepts a proof once", holds("T29"), async () => {
    const proof = await solve(challengeOf(await refused("/post-lead", { json: {} })));
    const again = await refused("/post-lead", withProof(proof));
    expect(challengeOf(again)).toMatch(/^[\w+/]+=*$/);
    const { taken = 0, replayed = 0 } = await outcomes();
    expect([taken, replayed].map((count) => count > 0)).toEqual([true, true]);
  });

  it("refuses an invalid proof, and counts the reason", async () => {
    const answer = await refused("/post-lead", withProof("made-up"));
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/try again/), field: null });
    expect((await outcomes()).unreadable).toBeGreaterThan(0);
  });

  it("keeps what a visitor without scripts typed, on a page whose scripts are ours", async () => {
    const form = { firstName: "Ana & Eva", message: '"><script>alert(1)</script>' };
    const page = await refused("/contact/", { form });
    expect(page.text).toContain('name="firstName" value="Ana &amp; Eva"');
    expect(page.text).toContain('name="message" value="&quot;&gt;&lt;script&gt;');
    expect(page.text).toContain('data-island="proof"');
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    expectOnlyOurs(page);
  });
});

describe("what is stored", () => {
  const site = siteForTests({
    TRUST_PROXY: "1",
    "limits.megabytes-per-address": "1",
    "limits.proof-of-work-cost": "1",
  });
  const flooder = "203.0.113.77";

  const pour = (ip: string, proof?: string) =>
    send(site.url, "/post-lead", {
      json: { padding: "x".repeat(60_000) },
      headers: { "X-Forwarded-For": ip, ...(proof && { Cookie: `proof=${proof}` }) },
    });

  async function pourUntilRefused(post: () => Promise<Sent>): Promise<{ taken: number; last: Sent }> {
    for (let taken = 0; taken < 60; taken++) {
      const last = await post();
      if (last.status === 429) return { taken, last };
    }
    throw new Error("it was never refused");
  }

  it("an address may post a megabyte a day, and another with proof of work", holds("T49"), async () => {
    const free = await pourUntilRefused(() => pour(flooder));
    expect(free.taken).toBe(17);
    expect(free.last.headers["retry-after"]).toBe("60");

    let challenge = String(free.last.headers["proof-of-work"]);
    const proven = await pourUntilRefused(async () => {
      const answer = await pour(flooder, await solve(challenge));
      challenge = String((await pour(flooder)).headers["proof-of-work"]);
      return answer;
    });
    expect(proven.taken).toBe(17);

    // Everybody else can continue, and so can the page that holds what somebody there has typed.
    expect((await pour("203.0.114.77")).status).toBe(400);
    const page = await send(site.url, "/contact/", { headers: { "X-Forwarded-For": flooder } });
    const form = { ...hiddenFields(page.text), message: "Typed with care." };
    const back = await send(site.url, "/contact/", { form, headers: { "X-Forwarded-For": flooder } });
    expect([back.status, back.text]).toEqual([429, expect.stringContaining("Typed with care.")]);
  });

  it("in a visit's log is limited in bytes, long before the limit of entries", holds("T50"), async () => {
    const description = (index: number): Entry[] => [
      {
        answer: {
          step: "IncidentDescription",
          fields: { case_description: `${index} ${"It hurt a lot. ".repeat(300)}` },
        },
      },
      { back: "NameAndEmail" },
    ];
    let posts = 0;
    const visitor = await new JsonVisitor(site.url, "/survey/c", {
      // Others do not count here.
      headers: {
        get "X-Forwarded-For"() {
          return `198.51.${++posts}.9`;
        },
      },
    }).open();
    await visitor.progress(entriesC().slice(0, 7));
    let last: Sent | undefined;
    for (let index = 0; index < 100 && last?.status !== 429; index++) {
      last = await visitor.progress(description(index));
    }
    expect(last?.status).toBe(429);
    const [log] = query<{ bytes: number; entries: number }>(
      site.databaseFile,
      "select sum(length(body)) as bytes, count(*) as entries from visit_log",
    );
    expect(log!.bytes).toBeGreaterThan(200_000);
    expect(log!.bytes).toBeLessThan(300_000);
    expect(log!.entries).toBeLessThan(200);
  });
});
