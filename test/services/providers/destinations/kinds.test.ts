import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { sampleLead } from "../../../../services/commands/try.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { leadBody, webhookBody } from "../../../../services/providers/destinations/webhook.ts";
import { createProviders } from "../../../../services/providers/index.ts";
import type { RoutedLead } from "../../../../services/providers/routed-lead.ts";
import { webhookHeaders } from "../../../../services/providers/webhook-signature.ts";
import { startSmtp } from "../../../stubs/smtp.ts";
import { type StubReply, startStub } from "../../../stubs/stub-server.ts";
import { settingsWith } from "../../../support/files.ts";
import { holds } from "../../../support/holds.ts";

const secret = `whsec_${btoa("k".repeat(32))}`;
const env = { WEBHOOK_SECRET: secret, LP_KEY: "lp-key", TOKEN: "t0k3n" };
const folder = mkdtempSync(join(tmpdir(), "claimpath-day-files-"));
const smtp = await startSmtp();
let reply: StubReply = { body: {} };
const yes: StubReply = { body: { buy: "yes", bid: "12.50", ref: "p1" } };
let pinged = yes;
const text = (body: string | Buffer, more = {}): StubReply => ({
  body,
  headers: { "Content-Type": "text/plain", ...more },
});
const stub = await startStub(({ path }) => (path === "/ping" ? pinged : reply));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([smtp.stop(), stub.stop()]);
});
afterEach(() => {
  reply = { body: {} };
  pinged = yes;
  stub.requests.length = 0;
  smtp.letters.length = 0;
  smtp.refuse = undefined;
});

const at = Date.UTC(2026, 0, 31, 12);
const lead: RoutedLead = { ...sampleLead("c", "0190", at) };
delete lead.about.sample;

/** Delivers one message to a destination with these lines, and says what came of it. */
function deliver(
  kind: string,
  lines: string,
  { attempt = 1, payload = lead, record }: { attempt?: number; payload?: RoutedLead } & Kept = {},
) {
  const yaml = `destinations:\n  it: { kind: ${kind}, ${lines} }`;
  const { destinations } = createProviders(settingsWith(yaml, env), silentLog);
  return destinations
    .find(({ name }) => name === "it")!
    .deliver({ id: `${lead.about.id}.it`, payload, attempt, ...(record && { record }) });
}
type Kept = { record?: () => Promise<Record<string, unknown> | undefined> };
const url = `url: "${stub.origin}/in"`;
const only = () => stub.requests[0]!;

describe("webhook", () => {
  it("is signed JSON of the published schema", async () => {
    const result = await deliver("webhook", `${url}, secrets: "\${WEBHOOK_SECRET}", mode: live`);
    expect(result).toEqual({ outcome: "accepted", detail: "status 200, {}" });
    const { headers, body } = only();
    const at = Number(headers["webhook-timestamp"]) * 1000;
    expect(headers).toMatchObject(webhookHeaders([secret], "0190.it", body, at));
    const said = webhookBody.parse(JSON.parse(body));
    expect(said).toEqual(leadBody(lead, false));
    expect(said).toMatchObject({
      type: "lead.created",
      timestamp: "2026-01-31T12:00:00.000Z",
      data: {
        id: "0190",
        test: false,
        variant: "c",
        qualified: true,
        fields: { state: "TX", first_name: "Test" },
      },
    });
  });

  it("says that it is a test until its mode is live", async () => {
    await deliver("webhook", `${url}, secrets: "\${WEBHOOK_SECRET}"`);
    expect(JSON.parse(only().body).data.test).toBe(true);
  });
});

describe("form and JSON", () => {
  const fields = `fields: { Name: first_name, Hurt: { from: physical_injury, values: { "Yes": 1, "No": 0 } }, Src: { value: us }, Test: test }`;

  it("have the receiver's own names and values", async () => {
    await deliver("form", `${url}, ${fields}, mode: live`);
    expect(only().type).toContain("x-www-form-urlencoded");
    expect(only().body).toBe("Name=Test&Hurt=1&Src=us&Test=no");
    await deliver("json", `${url}, ${fields}, headers: { Authorization: "Bearer \${TOKEN}" }`);
    const [, { body, headers }] = stub.requests as [unknown, (typeof stub.requests)[0]];
    expect(JSON.parse(body)).toEqual({ Name: "Test", Hurt: 1, Src: "us", Test: "yes" });
    expect(headers).toMatchObject({ authorization: "Bearer t0k3n", "idempotency-key": "0190.it" });
  });

  /** Asks first. @param rule what of the answer is a yes, and what else is read of it */
  const ping = (rule: string, to = `${stub.origin}/ping`) =>
    `${url}, ping: { url: "${to}", fields: { st: state }, answer: { ${rule} } }`;
  const yesIs = 'accepted: { field: buy, is: "yes" }';
  const answer = `answer: { accepted: { field: result.status, is: [ok, Accepted] }, price: result.price, id: result.id }`;

  it("read price and the buyer's id of a yes, and a no", async () => {
    reply = { body: { result: { status: "accepted", price: "45.5", id: 77 } } };
    expect(await deliver("json", `${url}, ${answer}`)).toMatchObject({
      outcome: "accepted",
      sale: { price: 45.5, buyerId: "77" },
    });
    reply = { body: { result: { status: "sorry" } } };
    expect(await deliver("json", `${url}, ${answer}`)).toEqual({
      outcome: "rejected",
      detail: 'status 200, {"result":{"status":"sorry"}}',
    });
  });

  it("ask first, without the person, and post what the answer said", async () => {
    const asks = ping(`${yesIs}, price: bid, id: ref`);
    const result = await deliver("json", `${asks}, fields: { ref: ping_id, n: first_name }`);
    expect(stub.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ["/ping", { st: "TX" }],
      ["/in", { ref: "p1", n: "Test" }],
    ]);
    expect(result).toMatchObject({ outcome: "accepted", sale: { price: 12.5, buyerId: "p1" } });
  });

  it("go nowhere after a no to the ping", async () => {
    const asks = ping("accepted: { field: buy, is: maybe }");
    expect(await deliver("json", asks)).toMatchObject({ outcome: "rejected" });
    expect(stub.requests).toHaveLength(1);
  });

  it.each<[string, StubReply]>([
    ["no text", { status: 204, body: "", headers: { "Content-Type": "text/plain" } }],
    ["a page", text("<html><body>buy: yes</body></html>")],
    ["XML", text("<buy>no</buy>")],
    ["a no behind a byte order mark", text('\uFEFF{"buy":"no"}')],
    ["another field", { body: { purchase: "yes" } }],
    ["a no and then a yes", text('{"buy":"no","x":["buy"],"buy":"yes"}')],
    ["a text too long to read", text("yes ".repeat(50_000))],
  ])("hear nothing of the person after a ping that is answered with %s", async (_, answered) => {
    pinged = answered;
    expect(await deliver("json", ping(yesIs))).toMatchObject({ outcome: "rejected" });
    expect(stub.requests.map(({ path }) => path)).toEqual(["/ping"]);
  });

  it("read a yes behind a byte order mark, and of a ping in XML", async () => {
    pinged = text(
      '<?xml version="1.0"?><!-- yes --><r:Reply xmlns:r="x"><bid>$1,012.50</bid><buy>\n<![CDATA[Yes]]> </buy></r:Reply>',
    );
    reply = text('\uFEFF{"result":{"status":"ok"}}');
    const asks = ping('accepted: { field: Reply.buy, is: "yes" }, price: Reply.bid');
    expect(await deliver("json", `${asks}, ${answer}`)).toMatchObject({
      outcome: "accepted",
      sale: { price: 1012.5 },
    });
  });

  const xml = "answer: { accepted: { field: response.status, is: Matched }, id: response.id }";
  const words =
    "answer: { accepted: { contains: [Matched, thank you] }, rejected: { contains: [Unmatched, not matched] } }";
  it.each<[string, string, StubReply]>([
    ["accepted", xml, text("<response><status code='1'>matched</status><id>a&amp;b</id></response>")],
    ["rejected", xml, text("<response><status>Unmatched</status></response>")],
    ["unknown", xml, text("<response><status/></response>")],
    ["unknown", xml, text("<response><status><b>Matched</b></status></response>")],
    ["unknown", xml, text("<html><body>We are down for maintenance</body></html>")],
    ["unknown", xml, text("<response><status>Matched")],
    ["unknown", xml, text("<".repeat(60_000))],
    ["accepted", words, text("OK: MATCHED.")],
    ["rejected", words, text("Unmatched")],
    ["rejected", words, text("Not matched, thank you")],
    ["unknown", words, text("REMATCHED")],
    ["unknown", words, { status: 204, body: "", headers: { "Content-Type": "text/plain" } }],
    ["unknown", answer, text("REJECTED: DUPLICATE")],
    ["unknown", answer, text('{"result":{"status":"no"},"result":{"status":"ok"}}')],
    ["unknown", answer, text('{"result":{"status":"ok","st\\u0061tus":"ok"}}')],
    [
      "accepted",
      answer,
      text('{"status":1,"status":2,"result":{"status":"ok","x":{"status":2},"y":1,"y":2}}'),
    ],
    ["unknown", answer, { body: { error: "no such campaign" } }],
    ["unknown", answer, text(gzipSync('{"result":{"status":"ok"}}'), { "Content-Encoding": "gzip" })],
  ])("take as %s what its rule says of an answer (%#)", async (outcome, rule, answered) => {
    reply = answered;
    expect(await deliver("form", `${url}, ${rule}`)).toMatchObject({ outcome });
  });

  it.each([
    ["$1,250.50", 1250.5],
    ["45.00 USD", 45],
    ["45.00", 45],
    ["US$45", 45],
    [1250, 1250],
    [4.995, 4.99],
    [1.15, 1.15],
    ["999,999.99", 999_999.99],
    ["1000000.00", undefined],
    ["45,50", undefined],
    ["1.250,00", undefined],
    ["45 EUR", undefined],
    ["-5", undefined],
    ["12,50.00", undefined],
    ["soon", undefined],
    ["", undefined],
  ])("read the price %j as %s dollars, and say where there is none", async (price, dollars) => {
    reply = { body: { result: { status: "ok", price } } };
    const { sale, detail } = await deliver("json", `${url}, ${answer}`);
    expect(sale).toEqual(dollars === undefined ? {} : { price: dollars });
    expect(detail.endsWith("; no price could be read")).toBe(dollars === undefined);
  });

  it("say it of the ping's price too, which is then posted empty", async () => {
    pinged = { body: { buy: "yes", bid: "45,50" } };
    const asks = ping(`${yesIs}, price: bid`);
    expect((await deliver("json", `${asks}, fields: { p: ping_price }`)).detail).toBe(
      'status 200, {}; ping: status 200, {"buy":"yes","bid":"45,50"}; no price could be read',
    );
    expect(JSON.parse(stub.requests[1]!.body)).toEqual({ p: "" });
  });

  it("ask again after a ping without an answer, as of one that cannot be reached", async () => {
    await expect(deliver("json", ping(yesIs, "http://127.0.0.1:9/ping"))).rejects.toMatchObject({
      kind: "unavailable",
    });
  });

  it("keep a cut of an answer that cannot be read, without the person", holds("T92"), async () => {
    const page = `<html>Thanks Test Sample test@example.com (212) 555-0142 ${"x".repeat(2000)}`;
    reply = text(page);
    const { outcome, detail } = await deliver("json", url);
    expect(outcome).toBe("accepted");
    expect(detail).toMatch(/^status 200, <html>Thanks … … … … x+…$/);
    expect(detail.length).toBeLessThan(330);
    reply = text("y".repeat(100_000));
    expect(await deliver("json", url)).toMatchObject({
      outcome: "accepted",
      detail: "status 200, an answer too long to read",
    });
  });

  it("keep nothing of the person or of a key, however the answer writes them", holds("T92"), async () => {
    const base64 = Buffer.from("test@example.com").toString("base64");
    const hex = Buffer.from("Test Sample").toString("hex");
    reply = text(
      `duplicate of YSAMPLE, S\u00c1MPLE ${base64} test%2540example.com \\u0053ample key=t0k3n Sa\u00admp\u0301le ` +
        `&#83;ample S.a.m.p.l.e ${hex} 2*1*2/555/01*42 5550142 because zip`,
    );
    const answer = await deliver("json", `${url}, headers: { Authorization: "Bearer \${TOKEN}" }`);
    expect(answer.detail).toMatch(/^status 200, duplicate of [… @,=key]+ because zip$/);
  });

  it("fail with the receiver's own words", async () => {
    reply = { status: 422, body: { error: "zip is missing" } };
    await expect(deliver("form", url)).rejects.toMatchObject({
      kind: "refused",
      message: 'it answered with status 422, {"error":"zip is missing"}',
    });
  });
});

/** A letter as its reader sees it (quoted-printable). */
function readable(letter: string): string {
  const bytes = letter
    .replace(/\?=\r\n =\?UTF-8\?Q\?/g, "")
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, text: string) => text.replaceAll("_", " "))
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

describe("e-mail", () => {
  const mail = () => `smtp: "${smtp.url}", from: site@example.com, to: desk@example.com`;

  it("is one plain letter without personal data", async () => {
    expect(await deliver("email", mail())).toMatchObject({ outcome: "accepted" });
    const letter = readable(smtp.letters[0]!);
    expect(letter).toContain("Message-ID: <0190.it@example.com>");
    expect(letter).toMatch(/^Subject: \[Test\] New lead \(survey c\): T… S…, …42, TX, qualified$/m);
    expect(letter).not.toMatch(/Sample|test@example\.com|2125550142/);
  });

  it(
    "has the whole lead where the operator says so, and never a second header",
    holds("T24", "T91"),
    async () => {
      const name = "Zoë\r\nBcc: everybody@example.com";
      const payload = { ...lead, record: { ...lead.record, first_name: name } };
      await deliver("email", `${mail()}, personal-data: true, mode: live`, { payload });
      const letter = readable(smtp.letters[0]!);
      expect(letter).toContain("\nphone: 2125550142\n");
      expect(letter).toContain("\nfirst_name: Zoë Bcc: everybody@example.com\n");
      expect(letter).not.toMatch(/^Bcc/im);
    },
  );

  it.each([450, 550])("goes again to those alone that were refused with %s", async (status) => {
    const to = ["good@example.com", "bad@example.com"];
    const yaml = `destinations:
  it: { kind: email, smtp: "${smtp.url}", from: site@example.com, to: [${to}] }
  ours: { kind: email, takes: alarms, smtp: "${smtp.url}", from: site@example.com, to: [${to}] }`;
    const { destinations, alarms } = createProviders(settingsWith(yaml), silentLog);
    const alarm = { id: "alarm", at, began: true, subject: "s", text: "t" };
    const message = { id: `0190.it`, payload: lead, attempt: 1 };
    const sendings = [
      () => destinations.find(({ name }) => name === "it")!.deliver(message),
      () => alarms[0]!.send(alarm),
    ];
    for (const send of sendings) {
      smtp.recipients.length = 0;
      smtp.refusing.set("bad@example.com", status);
      await expect(send()).rejects.toMatchObject({
        kind: status === 550 ? "refused" : "unavailable",
        message: expect.stringContaining("bad@example.com was refused, and the others have it"),
      });
      smtp.refusing.clear();
      await send();
      expect(smtp.recipients).toEqual([["good@example.com"], ["bad@example.com"]]);
    }
  });

  it("goes to no other machine in the clear unless told to", async () => {
    const other = smtp.url.replace("127.0.0.1", "0.0.0.0");
    const send = (url: string) => deliver("email", `smtp: "${url}", from: a@example.com, to: b@example.com`);
    await expect(send(other)).rejects.toMatchObject({
      message: expect.stringContaining("offers no encryption"),
    });
    expect(await send(`${other}?requireTLS=false`)).toMatchObject({ outcome: "accepted" });
  });

  it("is delayed by a server that is away or refuses, never lost", async () => {
    smtp.refuse = 451;
    await expect(deliver("email", mail())).rejects.toMatchObject({ kind: "unavailable", status: 451 });
    smtp.refuse = 550;
    await expect(deliver("email", mail())).rejects.toMatchObject({ kind: "refused", status: 550 });
    await expect(
      deliver("email", `smtp: "smtp://127.0.0.1:1", from: a@example.com, to: b@example.com`),
    ).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
  });
});

describe("file per day", () => {
  const path = (format: string) => join(folder, `it-2026-01-31.${format}`);
  const into = (format: string) =>
    `folder: "${folder}", format: ${format}, fields: { Name: first_name, Test: test }`;

  it("has a line per lead, once, for nobody else to read", holds("T91"), async () => {
    const hostile = { ...lead, record: { ...lead.record, first_name: '=HYPERLINK("x")\nB' } };
    expect(await deliver("file", into("csv"), { payload: hostile })).toMatchObject({ outcome: "accepted" });
    expect(await deliver("file", into("csv"), { payload: hostile, attempt: 2 })).toMatchObject({
      outcome: "duplicate",
    });
    expect(readFileSync(path("csv"), "utf8")).toBe(
      'message_id,Name,Test\r\n0190.it,"\'=HYPERLINK(""x"") B",yes\r\n',
    );
    expect(statSync(path("csv")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder), "what it was made of is gone").toEqual(["it-2026-01-31.csv"]);
  });

  it("begins another file when its columns are others", async () => {
    const other = `folder: "${folder}", fields: { Phone: phone }`;
    for (let times = 0; times < 2; times++) await deliver("file", other);
    expect(readFileSync(path("csv").replace(".csv", "-2.csv"), "utf8")).toBe(
      "message_id,Phone\r\n0190.it,2125550142\r\n0190.it,2125550142\r\n",
    );
    expect(await deliver("file", other, { attempt: 2 })).toMatchObject({ outcome: "duplicate" });
    rmSync(path("csv").replace(".csv", "-2.csv"));
  });

  it("opens right in a spreadsheet where it is to", async () => {
    const zip = { payload: { ...lead, record: { ...lead.record, first_name: "02138" } } };
    await deliver("file", into("spreadsheet"), zip);
    expect(await deliver("file", into("spreadsheet"), { ...zip, attempt: 2 })).toMatchObject({
      outcome: "duplicate",
    });
    const made = path("csv").replace(".csv", "-2.csv");
    expect(readFileSync(made, "utf8")).toBe('\uFEFFmessage_id,Name,Test\r\n0190.it,"=""02138""",yes\r\n');
    rmSync(made);
  });

  it("is JSON lines too, and ends a line that was torn off", async () => {
    writeFileSync(path("jsonl"), '{"message_id":"torn');
    await deliver("file", `${into("jsonl")}, mode: live`);
    expect(readFileSync(path("jsonl"), "utf8")).toBe(
      '{"message_id":"torn\n{"message_id":"0190.it","Name":"Test","Test":"no"}\n',
    );
  });

  it.each(["csv", "jsonl"])("forgets a lead in %s when its person asks for that", async (format) => {
    // A lock that ran out while it was written: it is there twice.
    for (const attempt of [2, 1]) await deliver("file", into(format), { attempt });
    const before = readFileSync(path(format), "utf8");
    const yaml = `destinations:\n  it: { kind: file, ${into(format)} }`;
    const { destinations } = createProviders(settingsWith(yaml), silentLog);
    const deletion = destinations.find(({ takes }) => takes?.includes("deletion.it"))!;
    await deletion.deliver({
      id: "0190.deletion.it",
      payload: { type: "deletion", receiver: "it", message_id: "0190.it" },
      attempt: 1,
    });
    const after = readFileSync(path(format), "utf8");
    expect(before).toContain("0190.it");
    expect(after).not.toContain("0190.it");
    expect(after).toHaveLength(before.length);
    // Written behind the erasure, by who had claimed it before.
    const late = { record: async () => undefined };
    for (const attempt of [1, 2]) await deliver("file", into(format), { attempt, ...late });
    expect(readFileSync(path(format), "utf8")).not.toContain("0190.it");
    const lost = { record: () => Promise.reject(new Error("the store is lost")) };
    await expect(deliver("file", into(format), lost)).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("waits while it cannot be written", async () => {
    await expect(deliver("file", `folder: "${path("csv")}/below-a-file"`)).rejects.toMatchObject({
      kind: "unavailable",
    });
  });
});

describe("Slack", () => {
  it("gets one masked line, in which nothing is a mark of Slack's", holds("T91"), async () => {
    const payload = { ...lead, record: { ...lead.record, state: "<!channel>" } };
    await deliver("slack", `${url}, mode: live`, { payload });
    const { text } = JSON.parse(only().body);
    expect(text).toContain("New lead (survey c): T… S…, …42, &lt;!channel&gt;, qualified");
    expect(text).not.toMatch(/Sample|5550142/);
  });
});

describe("LeadProsper", () => {
  it("gets a campaign of its own, in its own format", async () => {
    reply = { body: { status: "ACCEPTED", id: "1" } };
    const account = `campaign-id: 11, supplier-id: 22, key: "\${LP_KEY}"`;
    expect(await deliver("leadprosper", `${url}, ${account}, mode: live`)).toMatchObject({
      outcome: "accepted",
    });
    expect(JSON.parse(only().body)).toMatchObject({
      lp_campaign_id: "11",
      lp_supplier_id: "22",
      lp_key: "lp-key",
      lp_action: "",
      phone: "2125550142",
      message_id: "0190.it",
    });
  });
});

describe("every kind of receiver", () => {
  it("numbers of the file are posted as they are written", async () => {
    await deliver(
      "form",
      `${url}, fields: { a: { value: 007 }, b: { value: 45.00 }, c: { value: 12345678901234567890 }, d: { value: 7 } }`,
    );
    expect(only().body).toBe("a=007&b=45.00&c=12345678901234567890&d=7");
  });
});
