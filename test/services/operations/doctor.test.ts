import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, get, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { room } from "../../../services/operations/doctor/findings.ts";
import { lookAtOutbox, lookAtSales } from "../../../services/operations/doctor/outbox.ts";
import { lookAtSettings } from "../../../services/operations/doctor/settings.ts";
import { lookAtStore, stateFindings } from "../../../services/operations/doctor/store.ts";
import { sampleBuyers } from "../../stubs/run.ts";
import { startSmtp } from "../../stubs/smtp.ts";
import { databasesOf, postgres, sqlite, storeAt } from "../../support/databases.ts";
import { destinationsIn, settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { dataKey } from "../../support/sealed.ts";
import { addressOf, startSite } from "../../support/site.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { askersOf } from "../../support/telling-surveys.ts";

describe("the doctor", () => {
  const secrets = { SESSION_SECRETS: "a secret of this test that is long enough" };
  const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
  const nobody = "127.0.0.1:2";
  const doctor = (env: Record<string, string>) => runCommand("doctor", { ...secrets, ...env });

  /** An outside service that only records its requests. @param aheadMs of its clock */
  async function service(aheadMs = 0) {
    const asked: string[] = [];
    const server: Server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader("Date", new Date(Date.now() + aheadMs).toUTCString());
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  describe("npm run claimpath -- doctor", () => {
    const server = databasesOf(sqlite.start);
    let url: string;
    beforeAll(async () => {
      url = await server.freshUrl();
      const store = await storeAt(url);
      await store.submit(aVisit(), 0, [], aSubmission(undefined, Date.now()));
      await store.close();
    });

    it("finds nothing wrong, and requests only the root of a service", async () => {
      const { origin, asked } = await service();
      const { status, stdout, stderr } = await doctor({
        ...account,
        DATABASE_URL: url,
        LEADPROSPER_URL: `${origin}/direct_post`,
        ZIP_LOOKUP_URL: `${origin}/zip/{zip}?key=k`,
      });
      expect([status, stderr]).toEqual([0, ""]);
      for (const sentence of [
        "ok     The settings are valid.",
        "ok     The lead store answers and its tables are up to date.",
        "ok     Acknowledged leads survive a power failure.",
        "ok     No message has waited too long or been given up.",
        "ok     0 of 3000 paid look-ups were made within an hour, 0 of 20000 within a day.",
        "ok     0 of 200 paid texts were made within an hour, 0 of 1000 within a day.",
        "ok     The clock agrees with the outside services.",
      ]) {
        expect(stdout).toContain(`${sentence}\n`);
      }
      expect(stdout).toMatch(/ok {5}zip look-up can be reached at 127/);
      expect(stdout).toMatch(/Nothing is wrong\.\n$/);
      expect(asked).toEqual(["HEAD /"]);
    });

    it("reports a message given up, a clock, and a service that is away", async () => {
      const store = await storeAt(url);
      const [message] = await store.outbox.claim(["lead-prosper"], Date.now() + 1);
      await store.outbox.park(message!, "timeout");
      await store.close();
      const { origin } = await service(-3_600_000);
      const { status, stdout } = await doctor({
        DATABASE_URL: url,
        GIBBERISH_URL: `http://${nobody}/check`,
        BUYERS_URL: `${origin}/buyers`,
      });
      expect(status).toBe(1);
      expect(stdout).toContain(
        "WRONG  1 message for lead-prosper given up: npm run outbox -- list --status parked.\n" +
          "WRONG  Of these lead-prosper may have one, which nobody else is sold: ask there; leads show has what it answered.\n",
      );
      expect(stdout).toMatch(/WRONG {2}The clock is 3[56]\d\d s fast\.\n/);
      expect(stdout).toContain(`cannot be reached: ${nobody} gave no answer in 5 s.\n`);
      expect(stdout).toMatch(/4 problems found\.\n$/);
    });

    it("says that the tables are missing", async () => {
      const { stdout } = await doctor({ DATABASE_URL: await server.freshUrl() });
      expect(stdout).toMatch(/There is no lead store yet|tables are not up to date: start the site once/);
    });
  });

  /** A service over https that no browser would trust. @returns its host */
  async function selfSignedService(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "claimpath-tls-"));
    const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=odd -keyout ${folder}/key -out ${folder}/cert`;
    spawnSync("openssl", made.split(" "));
    const [key, cert] = ["key", "cert"].map((name) => readFileSync(join(folder, name)));
    const server = createSecureServer({ key, cert }, (_, response) => response.end());
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it("connects to each receiver separately, mail servers too, and blames nobody for another's host", async () => {
    const { origin } = await service();
    const smtp = await startSmtp();
    onTestFinished(smtp.stop);
    const selfSigned = await selfSignedService();
    const { path } = destinationsIn(`destinations:
  odd: { kind: json, url: "https://${selfSigned}/in" }
  crm: { kind: json, url: "${origin}/in" }
  away: { kind: json, url: "http://${nobody}/in" }
  buyer: { kind: leadprosper, url: "${origin}/lp", campaign-id: 1, supplier-id: 2, key: "\${KEY}" }
  desk: { kind: email, smtp: "${smtp.url}", from: a@example.com, to: b@example.com }
  dead: { kind: email, smtp: "smtp://${nobody}", from: a@example.com, to: b@example.com }
  locked: { kind: email, smtp: "${smtp.url.replace("//", `//me:$\{KEY}@`)}", from: a@example.com, to: b@example.com }`);
    const { stdout } = await doctor({ CLAIMPATH_FILE: path, KEY: "wrong" });
    const { host } = new URL(origin);
    const mail = smtp.url.replace("smtp://", "");
    expect(
      stdout
        .split("\n")
        .filter((line) => /(reached|used)( at|:)/.test(line))
        .sort(),
    ).toEqual([
      `WRONG  away cannot be reached: ${nobody} gave no answer in 5 s.`,
      `WRONG  dead cannot be reached: ${nobody} gave no answer in 5 s.`,
      `WRONG  locked cannot be used: ${mail} does not take its name and password.`,
      `WRONG  odd cannot be used: ${selfSigned} has a certificate that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`,
      `ok     buyer can be reached at ${host}.`,
      `ok     crm can be reached at ${host}.`,
      `ok     desk can be reached at ${mail}.`,
    ]);
    expect((await runCommand("try odd", { CLAIMPATH_FILE: path, KEY: "wrong" })).stderr).toContain(
      "odd has a certificate that is not trusted",
    );
  });

  it("notes a name close to a setting's, and refuses quotation marks that a reader kept", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "claimpath-env-")), "env");
    writeFileSync(file, "CLAIMPATHS_FILE=/x\nSOUTH_KEY=k\nOTEL_SERVICE_NAME=Bob's Help Desk\n");
    const { stdout } = await doctor({ ENV_FILE: file });
    expect(stdout).toContain(
      `note   CLAIMPATHS_FILE in ${file} is no setting; did you mean CLAIMPATH_FILE?\n`,
    );
    expect(stdout).not.toContain("SOUTH_KEY");
    expect(stdout).toContain(`note   OTEL_SERVICE_NAME in ${file} loses its quotation mark: put the value`);
    expect((await doctor({ OTEL_SERVICE_NAME: '"Acme Claims"' })).stderr).toContain(
      "OTEL_SERVICE_NAME must be without quotation marks around it",
    );
  });

  it("reports an unreachable database, and bad settings", async () => {
    const away = await doctor({ DATABASE_URL: `postgres://me:s3cret@${nobody}/claimpath` });
    expect(away.status).toBe(1);
    expect(away.stdout).toContain("WRONG  The lead store cannot be reached (connect ECONNREFUSED");
    expect(away.stdout).not.toContain("s3cret");
    const bad = await doctor({ TRUST_PROXY: "yes" });
    expect([bad.status, bad.stdout]).toEqual([1, ""]);
    expect(bad.stderr).toMatch(/^Bad settings: TRUST_PROXY must be /);
  });

  const postgresql = databasesOf(postgres.start);

  it("reports a database that would lose leads in a power cut, and a differing clock", async () => {
    const url = await postgresql.freshUrl();
    await (await storeAt(url)).close();
    const wrongs = async (now: () => number) =>
      (
        await lookAtStore({ ...settingsOf({ DATA_KEYS: dataKey }), databaseUrl: url, delivered: [] }, now)
      ).flatMap(({ verdict, text }) => (verdict === "wrong" ? [text] : []));
    expect(await wrongs(Date.now)).toEqual([]);
    const name = new URL(url).pathname.slice(1);
    await sqlOn(url, `alter database "${name}" set synchronous_commit = off`);
    expect(await wrongs(() => Date.now() - 3_600_000)).toEqual([
      "The lead store would lose leads in a power cut (synchronous_commit is off).",
      expect.stringMatching(/^This machine's clock and the database's are 3[56]\d\d s apart\.$/),
    ]);
  });

  it("says whom the one-to-one consents name, and where they name nobody", holds(5), async () => {
    const unset = await doctor({ DATABASE_URL: "file:/nowhere/at/all.db" });
    for (const survey of askersOf("listBuyers"))
      expect(unset.stdout).toMatch(new RegExp(`^note {3}No buyers are configured for ${survey} `, "m"));
    const { stdout } = await doctor({
      DATABASE_URL: "file:/nowhere/at/all.db",
      buyers: readFileSync(sampleBuyers, "utf8"),
    });
    expect(stdout).toContain("ok     The consent of v4nv-x1 names Sample Firm H (not a real firm).\n");
    expect(stdout).not.toContain("No buyers are configured");
  });

  const none = "No message has waited too long or been given up.";
  const one = "1 message for a";
  it.each([
    ["waiting", 3_600_000, ["a"], "ok", none],
    ["waiting", 3_599_999, ["a"], "wrong", `${one} waiting, the oldest for 60 minutes.`],
    ["waiting", 7_200_000, [], "wrong", `${one} waiting, but that destination is no longer configured.`],
    ["unconfigured", 0, [], "note", `${one} kept until that destination is configured.`],
    ["unconfigured", 0, ["a"], "note", `${one} kept until the next start.`],
    ["delivered", 0, ["a"], "ok", none],
  ] as const)(
    "a message %s since %i, with the receivers %j, is %s: %s",
    (status, oldestAt, to, verdict, text) => {
      const row = { destination: "a", count: 1, status, oldestAt };
      expect(lookAtOutbox([row], to, 7_200_000)).toEqual([{ verdict, text }]);
    },
  );

  it("says whether pages arrive as they were sent, and what changed them", async () => {
    let rewrite = (html: string) => html;
    const front = createServer(async (request, response) => {
      const headers = { host: request.headers.host!, "want-repr-digest": "sha-256=9" };
      const sent = await new Promise<{ text: string; digest?: string }>((resolve) => {
        get(new URL(request.url!, inner.url), { headers }, async (answer) => {
          const text = Buffer.concat(await answer.toArray()).toString();
          resolve({ text, digest: answer.headers["repr-digest"] as string | undefined });
        });
      });
      if (sent.digest) response.setHeader("Repr-Digest", sent.digest);
      response.end(rewrite(sent.text));
    });
    await once(front.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void front.close());
    const { port } = front.address() as AddressInfo;
    const SITE_ORIGIN = `http://127.0.0.1:${port}`;
    await using site = await startSite({ stubs: false, SITE_ORIGIN });
    const inner = { url: addressOf(site) };
    const lineOf = async () => {
      const { stdout } = await doctor({ DATABASE_URL: site.databaseUrl, DATA_KEYS: dataKey, SITE_ORIGIN });
      return stdout.split("\n").find((line) => line.includes(`${SITE_ORIGIN}/`));
    };
    expect(await lineOf()).toBe(`ok     A page arrives at ${SITE_ORIGIN}/ as the site has sent it.`);
    const changed: [(html: string) => string, string][] = [
      [
        (html) =>
          html
            .replaceAll('type="module"', 'type="0f-module"')
            .replace("</body>", "<script src=/rocket-loader.min.js></script></body>"),
        "A script loader (Rocket Loader)",
      ],
      [
        (html) => html.replace(/[\w.]+@example\.com/, '<b class="__cf_email__"></b>'),
        "A hider of mail addresses",
      ],
      [(html) => html.replace(/<!--.*?-->/g, ""), "Something between"],
    ];
    for (const [change, who] of changed) {
      rewrite = change;
      expect(await lineOf()).toMatch(
        new RegExp(`^WRONG {2}${who.replace(/[()]/g, ".")}.* changes the pages of`),
      );
    }
    front.close();
    front.closeAllConnections();
    expect(await lineOf()).toMatch(/^note {3}.* gave this machine no answer in 5 s/);
  });

  it("what was sold is late in the books after a minute", () => {
    const behind = (since: number) => ({ count: 2, since });
    const texts = lookAtSales({ books: behind(0) }, [], 60_001);
    expect(texts.map(({ verdict, text }) => `${verdict}: ${text.split(".")[0]}`)).toEqual([
      "wrong: Not in the books yet: 2 of what was sold or reported, the oldest for 1 minute",
    ]);
    expect(lookAtSales({ books: behind(1) }, [], 60_001)).toMatchObject([{ verdict: "ok" }]);
  });

  it("a disk counts as full before its last byte", () => {
    expect(room(499).verdict).toBe("wrong");
    expect(room(1_500)).toEqual({ verdict: "ok", text: "The disk has 1,500 MB left." });
  });
});

const notesOf = (env: Record<string, string>) =>
  lookAtSettings(settingsOf(env)).flatMap(({ verdict, text }) =>
    verdict === "note" ? [text.split(/[ :]/)[0]] : [],
  );

const companyFacts = ["company.name", "company.phone", "company.email", "company.address"];

describe("the doctor on settings", () => {
  it("doctor names each default that a public site should not have", () => {
    expect(notesOf({ SITE_ORIGIN: "http://www.example.com" })).toEqual([
      "SITE_ORIGIN",
      "TRUST_PROXY",
      "Neither",
      "HASH_KEY",
      "CONSENT_LOG_KEY",
      "No",
      "DATA_KEYS",
      ...companyFacts,
    ]);
  });

  it("doctor has nothing to report about a configured site, except that its leads are tests while they are", () => {
    const whole = {
      SITE_ORIGIN: "https://www.example.org",
      TRUST_PROXY: "1",
      "company.name": "Help after accidents",
      "company.email": "we@example.org",
      "company.address": "1 Main Street, Springfield",
      "company.phone": "+18885550142",
      LEADPROSPER_CAMPAIGN_ID: "1",
      LEADPROSPER_SUPPLIER_ID: "2",
      LEADPROSPER_KEY: "k",
      HASH_KEY: "k".repeat(32),
      DATA_KEYS: "0fb1e8d2c3a4967f".repeat(2),
      PERSON_KEYS: "person-keys.db",
      CONSENT_LOG_KEY: "k".repeat(32),
      CONSENT_WITNESS_FILE: "heads.jsonl",
    };
    expect(notesOf(whole)).toEqual(["delivery.lead-prosper-test"]);
    expect(notesOf({ ...whole, "delivery.lead-prosper-test": "off" })).toEqual([]);
    const byMail = destinationsIn(
      `destinations: { desk: { kind: email, smtp: "smtp://a", from: a@example.com, to: b@example.com, mode: live } }`,
    );
    const witnessed = { CONSENT_WITNESS_FILE: "", "consents.witness-email": "auditor@example.org" };
    expect(notesOf({ ...whole, ...witnessed, CLAIMPATH_FILE: byMail.path })).toEqual([
      "delivery.lead-prosper-test",
    ]);
    byMail.remove();
    const { LEADPROSPER_CAMPAIGN_ID, LEADPROSPER_SUPPLIER_ID, LEADPROSPER_KEY, ...mapped } = {
      ...whole,
      MAPPINGS_URL: "https://mappings.example",
    };
    expect(notesOf(mapped)).toEqual(["delivery.lead-prosper-test"]);
    expect(notesOf({ ...mapped, "delivery.lead-prosper-test": "off" })).toEqual([]);
  });

  it.each([
    ["CONTACT_INGEST", { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" }],
    ["DISTRIBUTION", {}],
    ["TRANSFORMED_LEAD", {}],
    ["TICKET_LEAD", {}],
  ])("doctor says that %s still gets test messages, as long as it does", (receiver, account) => {
    const env = {
      ...account,
      SITE_ORIGIN: "https://www.example.org",
      [`${receiver}_URL`]: "https://buyer.example/in",
    };
    const setting = `delivery.${receiver === "LEADPROSPER" ? "lead-prosper" : receiver.toLowerCase().replaceAll("_", "-")}-test`;
    expect(notesOf(env)).toContain(setting);
    expect(notesOf({ ...env, [setting]: "off" })).not.toContain(setting);
  });

  it("for a site that only this machine can reach, only the company's facts are noted", () =>
    expect(notesOf({ HOST: "127.0.0.1" })).toEqual(companyFacts));
});

describe("the doctor on the database", () => {
  it("doctor reports faults of a database that its answers do not show", () => {
    const well = { isReadOnly: false, timeout: "10s", used: 20, most: 100, standbys: 0, lag: null };
    expect(stateFindings(well)).toEqual([]);
    const words = (more: Partial<typeof well>) =>
      stateFindings({ ...well, ...more }).map(({ verdict }) => verdict);
    expect(words({ isReadOnly: true })).toEqual(["wrong"]);
    expect(words({ timeout: "0" })).toEqual(["wrong"]);
    expect(words({ used: 90 })).toEqual(["wrong"]);
    expect(stateFindings({ ...well, standbys: 2 }).map(({ text }) => text)).toEqual([
      "PostgreSQL has 2 standbys, up to date.",
    ]);
  });
});

describe("the doctor on secrets and keys", () => {
  it("doctor reports guessable secrets, and what is sent unencrypted", () => {
    const weak = {
      SITE_ORIGIN: "https://www.example.org",
      SESSION_SECRETS: "a".repeat(32),
      DATABASE_URL: "postgres://me:x@db.example.org/claimpath",
      LEADPROSPER_URL: "http://leads.a-buyer.com",
    };
    const notes = notesOf(weak);
    for (const name of ["DATA_KEYS", "LEADPROSPER_URL", "DATABASE_URL"]) expect(notes).toContain(name);
    const wrongs = lookAtSettings(settingsOf(weak)).filter(({ verdict }) => verdict === "wrong");
    expect(wrongs.map(({ text }) => text)).toEqual([
      "SESSION_SECRETS can be guessed: make it with openssl rand -hex 32.",
    ]);
    const strong = { ...weak, DATABASE_URL: `${weak.DATABASE_URL}?sslmode=verify-full` };
    expect(notesOf(strong)).not.toContain("DATABASE_URL");
  });

  it.each([
    ["America/New_York", "2027-01-31T05:00Z"],
    ["Pacific/Kiritimati", "2027-01-30T10:00Z"],
    ["Etc/GMT+12", "2027-01-31T12:00Z"],
  ])("doctor says when a receiver's key ends in %s, and reports it from two weeks before", (zone, end) => {
    const { path, remove } = destinationsIn(
      'destinations:\n  north: { kind: json, url: "https://north.example", credentials-end: 2027-01-31 }\n',
    );
    const settings = settingsOf({ CLAIMPATH_FILE: path, "company.time-zone": zone });
    remove();
    const said = (days: number) =>
      lookAtSettings(settings, () => Date.parse(end) + days * 86_400_000).find(({ text }) =>
        text.startsWith("The key of"),
      );
    expect(said(-14)).toEqual({ verdict: "ok", text: "The key of north ends on Jan 31, 2027." });
    const soon = "The key of north ends on Jan 31, 2027: ask for a new one.";
    expect(said(-1 / 86_400_000)).toEqual({ verdict: "wrong", text: soon });
    expect(said(0)).toEqual({
      verdict: "wrong",
      text: "The key of north has ended, on Jan 31, 2027.",
    });
  });
});
