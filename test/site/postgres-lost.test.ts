import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, it } from "vitest";
import { answersC, newEmail } from "../support/answers.ts";
import { storeAt } from "../support/databases.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { freePorts, rowsOf, startPgBouncer, startPostgres } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { expectGuarded, expectOnlyOurs, send } from "../support/send.ts";
import { siteProcess, startSite } from "../support/site.ts";
import { sqlOn } from "../support/store-reader.ts";
import { entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";
import { thanks, waitFor } from "../support/wait-for.ts";

const server = during(startPostgres);
const SESSION_SECRETS = "a secret of this test that is long enough";
/** Long enough for a crowded machine while the server answers, and short enough to wait for when it does not. */
const limits = {
  connectMs: 1_000,
  statementMs: 2_000,
  answerMs: 2_500,
  lookMs: 700,
  lookKeptMs: 2_000,
  patienceMs: 1_500,
  startMs: 60_000,
  doubtMs: 1_000,
};
const site = during(async () =>
  startSite({ DATABASE_URL: await server.freshDatabase(), SESSION_SECRETS }, limits),
);

const ready = async () => (await send(site.url, "/readyz")).status;

it("a site that loses PostgreSQL says so, and takes the lead when it is back", holds("T5"), async () => {
  expect(await ready()).toBe(200);
  const email = newEmail("lost");
  const entries = entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } });
  const visitor = await new JsonVisitor(site.url).open();
  expect((await visitor.progress(entries.slice(0, 4))).status).toBe(200);
  const spanish = new FormVisitor(site.url);
  await spanish.open("/survey/v4nv-es");
  expect(await spanish.post({ option: "Within 30 Days" })).toMatchObject({ status: 200 });
  const path = "/survey/v4nv-es?affid=7&s1=a%22b";
  const spanishPage = () => send(site.url, path, { headers: { Cookie: spanish.cookie } });

  const whileDown = async (from: number) => {
    const notReady = await send(site.url, "/readyz");
    expect([notReady.status, notReady.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await send(site.url, "/healthz")).status).toBe(200);
    expect((await send(site.url, "/survey/c")).status, "a visitor without a visit").toBe(200);
    const form = { visit: visitor.token, step: "HasLawyer", option: "no" };
    const headers = { Cookie: visitor.cookie };
    // Each waits some seconds for it.
    const answers = await Promise.all([
      spanishPage(),
      visitor.progress(entries.slice(from, from + 2)),
      visitor.postLead(),
      send(site.url, "/survey/c", { form, headers }),
      send(site.url, "/survey/c?step=AtFault", { headers }),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    // In its visitor's language, with where to try again.
    const [page] = answers;
    expectGuarded(page);
    expectOnlyOurs(page);
    expect(page.text).toContain('<html lang="es">');
    expect(page.text).toContain("<h1>Espere un momento, por favor</h1>");
    expect(page.text).toContain('href="/survey/v4nv-es?affid=7&amp;s1=a%22b"');
  };
  // Twice: once with connections that are cut, once with none left to cut.
  for (const from of [4, 6]) {
    await server.down();
    await whileDown(from).finally(server.up);
    await waitFor("the site to be ready again", async () => (await ready()) === 200);
    expect((await visitor.progress(entries.slice(from, from + 2))).status).toBe(200);
    expect((await spanishPage()).status).toBe(200);
  }

  expect(thanks(await visitor.finish(entries.slice(8)))).toBe(true);
  const delivered = () => [...site.stubs.leadProsper.received.values()];
  await waitFor("the delivery", () => delivered().some(({ fields }) => fields.email === email));
  const counted = await sqlOn(
    site.databaseUrl,
    `select (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from visit_log join visits on visits.id = visit_id
        where visits.lead_id = leads.id and kind = 'answer') as answers
     from leads where record::json->>'email' = '${email}'`,
  );
  expect(counted).toEqual([{ consents: "1", answers: "10" }]);
  expect(site.output()).toMatch(/"event":"store.connection_lost"/);
  expect(site.output()).not.toContain(email);
});

it("a site whose PostgreSQL falls silent says so, and continues once it answers", holds("T5"), async () => {
  const visitor = await new JsonVisitor(site.url).open();
  expect((await visitor.progress(entriesC().slice(0, 2))).status).toBe(200);
  const goOn = await server.freeze();
  try {
    const headers = { Cookie: visitor.cookie };
    const form = { visit: visitor.token, step: "AtFault", option: "no" };
    // More than there are connections: those that wait for one are not kept waiting either.
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => visitor.progress(entriesC().slice(2, 4))),
      send(site.url, "/survey/c", { form, headers }),
      send(site.url, "/survey/c?step=AtFault", { headers }),
      send(site.url, "/readyz"),
    ]);
    for (const { status, headers } of answers) {
      expect([status, headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    expect((await send(site.url, "/survey/c")).status, "a visitor without a visit").toBe(200);
  } finally {
    goOn();
  }
  await waitFor("the site to be ready again", async () => (await ready()) === 200);
  expect(thanks(await visitor.finish(entriesC().slice(2)))).toBe(true);
});

it("an answer found again is acknowledged only when it is as safe as new", holds("T83"), async () => {
  const ask = (text: string) => rowsOf(server.address("postgres"), text);
  const awaitStandby = async (name: string) => {
    await ask(`alter system set synchronous_standby_names = '${name}'`);
    await ask("select pg_reload_conf()");
  };
  const answers = entriesC()
    .slice(0, 2)
    .map((entry, at) => ("answer" in entry ? { answer: { ...entry.answer, at: 1_000 + at } } : entry));
  const visitor = await new JsonVisitor(site.url).open();
  expect((await visitor.progress(answers)).status).toBe(200);
  await awaitStandby("nobody");
  try {
    await waitFor("commits to wait", async () => (await ready()) === 503);
    expect((await visitor.progress(answers)).status).toBe(503);
  } finally {
    await awaitStandby("");
  }
  await waitFor("the site to be ready again", async () => (await ready()) === 200);
  expect((await visitor.progress(answers)).status).toBe(200);
  const logged = await sqlOn(
    site.databaseUrl,
    "select count(*) as n from visit_log group by visit_id, body having count(*) > 1",
  );
  expect(logged).toEqual([]);
});

it("a restart of PostgreSQL costs no visitor without JavaScript a page", holds("T83"), async () => {
  // The site is as patient as it is with visitors.
  await using patient = await startSite({ DATABASE_URL: site.databaseUrl, SESSION_SECRETS });
  const leads = async () =>
    Number((await rowsOf<{ n: string }>(site.databaseUrl, "select count(*) as n from leads"))[0]!.n);
  const before = await leads();
  const statuses = new Set<number>();
  const ends: string[] = [];
  let isOver = false;
  const walk = async () => {
    do {
      const visitor = new FormVisitor(patient.url);
      let screen = await visitor.open("/survey/c");
      while (screen.step) screen = await visitor.post(answersC[screen.step]!);
      statuses.add(screen.status);
      ends.push(screen.url);
    } while (!isOver);
  };
  const visitors = Promise.all(Array.from({ length: 3 }, walk));
  await waitFor("visitors to be under way", () => ends.length >= 3);
  await server.down();
  await server.up();
  isOver = true;
  await visitors;
  expect([...statuses]).toEqual([200]);
  expect(ends.filter((url) => !url.includes("/survey-thank-you/"))).toEqual([]);
  expect((await leads()) - before).toBe(ends.length);
});

it("behind a pooler without prepared statements every visitor is served, and the operator told the cost", async () => {
  const direct = await server.freshDatabase();
  const pooler = await startPgBouncer(direct);
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, SESSION_SECRETS };
  try {
    await using pooled = await startSite(env);
    await waitFor("the site to be ready", async () => (await send(pooled.url, "/readyz")).status === 200);
    const ends = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const visitor = new FormVisitor(pooled.url);
        let screen = await visitor.open("/survey/c");
        // A machine that is full of other work has a visitor press again; that is not refused for ever.
        for (let busy = 0; screen.step || (screen.status === 503 && busy++ < 5); )
          screen = await visitor.post(answersC[screen.step] ?? {});
        return screen.url.split("/")[1];
      }),
    );
    expect(new Set(ends)).toEqual(new Set(["survey-thank-you"]));
    expect(pooled.output().match(/"event":"store.statements_unnamed"/g)).toHaveLength(1);
    const { stdout } = await runCommand("doctor", env);
    expect(stdout).toContain("note   The pooler in front of PostgreSQL keeps no prepared statements");
  } finally {
    await pooler.stop();
  }
});

it("a form that arrives while the site starts is returned with what was typed, and accepted later", async () => {
  const database = await server.freshDatabase();
  // The start's migrations wait for this table, and are there to lose the leader.
  const other = new pg.Client(database);
  other.on("error", () => undefined);
  await other.connect();
  await other.query("begin");
  await other.query("create table turns (name text)");
  const [port] = await freePorts(1);
  const start = startSite({ DATABASE_URL: database, SESSION_SECRETS, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const visitor = new FormVisitor(url);
  const form = { step: "IncidentDescription", case_description: 'A "red" car <b>hit</b> mine.' };
  await waitFor("the port", () =>
    visitor.request("/survey/c", form).then(
      () => true,
      () => false,
    ),
  );
  expect([visitor.screen.status, hiddenFields(visitor.screen.html)]).toEqual([503, form]);
  const foreign = await send(url, "/survey/c", { form, headers: { Origin: "https://elsewhere.example" } });
  expect(foreign.status).toBe(403);
  expect((await send(url, "/survey/c")).text, "what a balancer need not keep").toBe(
    "The site is starting.\n",
  );
  const asked = { headers: { Accept: "text/html" } };
  const { status, text } = await send(url, "/survey/v4nv-es?affid=7&s1=a%22b", asked);
  expect([status, text]).toEqual([503, expect.stringContaining("<h1>Espere un momento, por favor</h1>")]);
  expect(text).toContain('href="/survey/v4nv-es?affid=7&amp;s1=a%22b"');
  await server.down();
  await visitor.post({});
  expect([visitor.screen.status, hiddenFields(visitor.screen.html)], "no leader").toEqual([503, form]);
  expect(
    (await runCommand("leads list", { DATABASE_URL: database, SESSION_SECRETS })).stderr,
    "commands wait for nobody",
  ).toMatch(/^The lead store cannot be opened \(connect ECONNREFUSED .*\)\.\n$/);
  await server.up();
  await using site = await start;
  expect((await visitor.post({})).status, site.url).toBe(200);
  expect(site.output().match(/"event":"store.awaited".*"code":"\w+"/g), site.output()).toHaveLength(1);
});

it("a start recovers wherever it loses its leader", async () => {
  const { port } = new URL(server.address(""));
  const made = await server.freshDatabase();
  await (await storeAt(made)).close();
  for (const [cuts, template] of [[3], [18, new URL(made).pathname.slice(1)]] as [number, string?][]) {
    let words = 0;
    // The first start is not cut; of the others one word is the last that this leader hears, and the next hears all.
    for (let cutAt = 0; cutAt <= words; cutAt += Math.ceil(words / cuts)) {
      const url = new URL(await server.freshDatabase(template));
      const open = new Set<Socket>();
      let asked = 0;
      const proxy = createServer((client) => {
        const leader = connect(Number(port), "127.0.0.1");
        for (const socket of [client, leader]) open.add(socket.on("error", () => undefined));
        client.pipe(leader).pipe(client);
        client.on("data", () => {
          asked += 1;
          if (asked === cutAt) for (const socket of open) socket.destroy();
        });
      }).listen(0, "127.0.0.1");
      await once(proxy, "listening");
      url.port = String((proxy.address() as AddressInfo).port);
      const started = await startSite({ DATABASE_URL: url.href, SESSION_SECRETS, stubs: false }, limits);
      if (cutAt === 0) words = asked;
      // The last lines are about what continues after a start.
      const isReady = async () => (await send(started.url, "/readyz")).status === 200;
      await waitFor(`the site to be ready, cut at ${cutAt} of ${words}`, isReady);
      await started.close();
      proxy.close();
    }
    expect(words, "the cuts are spread over a whole start").toBeGreaterThan(5);
  }
});

it("a start without a leader, and one with a faulty store, end with a sentence", async () => {
  const refused = (DATABASE_URL: string, startMs = 3_600_000) =>
    startSite({ DATABASE_URL, SESSION_SECRETS }, { ...limits, startMs }).then(
      String,
      (error) => error.message,
    );
  const [port] = await freePorts(1);
  const database = await server.freshDatabase();
  const file = mkdtempSync(join(tmpdir(), "claimpath-")).concat("/no.db");
  writeFileSync(file, "This is no database, and was none before. ".repeat(99));
  const newer = await server.freshDatabase();
  await (await storeAt(newer)).close();
  await sqlOn(newer, "insert into kysely_migration values ('9999-contract-all', '2027')");
  const sentences = [
    [
      `postgres://postgres@127.0.0.1:${port}/x`,
      "The lead store could not be used for 1 s (connect ECONNREFUSED",
    ],
    [
      database.replace(/\w+$/, "nowhere"),
      'The lead store cannot be opened (database "nowhere" does not exist).',
    ],
    [database.replace("postgres@", "eve@"), 'The lead store cannot be opened (role "eve" does not exist).'],
    [newer, "The lead store's tables are of a newer program (9999-contract-all)"],
    [`file:${file}`, `The lead store ${file} cannot be opened (file is not a database).`],
    ["file:/dev/null/x.db", "The folder /dev/null of DATABASE_URL cannot be used (EEXIST"],
  ] as const;
  for (const [url, sentence] of sentences)
    expect(await refused(url, url.includes(String(port)) ? 1_000 : undefined)).toContain(sentence);
});

it("a start waits for a file that another process locks", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  const other = new DatabaseSync(path);
  other.exec("begin exclusive; create table kysely_migration (name text)");
  const site = siteProcess({ DATABASE_URL: `file:${path}`, SESSION_SECRETS });
  let out = "";
  site.child.stdout!.on("data", (chunk) => (out += chunk));
  await waitFor("the start to say that it waits", () => out.includes('"event":"store.awaited"'));
  other.exec("rollback");
  other.close();
  const url = `http://127.0.0.1:${await site.port}`;
  expect((await send(url, "/readyz")).status).toBe(200);
  site.child.kill();
  expect((await site.ended).out.match(/store\.awaited/g)).toHaveLength(1);
});

it("a site that can only add evidence makes leads, and rewrites none", holds("T75"), async () => {
  await using server = await startPostgres();
  const owner = await server.freshDatabase();
  await (await storeAt(owner)).close();
  await sqlOn(owner, "create role claimpath_site login");
  const script = readFileSync("docs/production/site-role.sql", "utf8");
  await sqlOn(owner, script.replaceAll(':"role"', "claimpath_site"));

  const url = owner.replace("postgres@", "claimpath_site@");
  const env = { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) };
  await using site = await startSite(env);
  const { status, text } = await (await new JsonVisitor(site.url).open()).finish();
  expect(status).toBe(200);
  const leadId = (await sqlOn<{ id: string }>(owner, "select id from leads"))[0]!.id;
  expect(JSON.parse(text)).toHaveProperty("location");
  await expect
    .poll(async () => (await sqlOn(owner, "select seq from consents where seq is not null")).length)
    .toBe(1);
  expect(await runCommand(`leads show ${leadId}`, env)).toMatchObject({ status: 0 });
  expect(await sqlOn(url, "select leads from readings")).toEqual([{ leads: leadId }]);

  expect(await sqlOn(owner, "select 1 from consent_pages")).toHaveLength(1);
  await sqlOn(owner, "update consent_heads set pushed_at = 1");
  for (const change of [
    "update consents set body = '{}'",
    "update consents set leaf = ''",
    "update consent_pages set html = ''",
    "delete from consent_pages",
    "update consents set seq = 7",
    "delete from consents",
    "delete from consent_nodes",
    "update consent_nodes set hash = ''",
    "update consent_heads set note = ''",
    "delete from consent_heads",
    "update readings set leads = ''",
    "delete from readings",
    "insert into consent_chain select * from consent_chain",
    "truncate consents",
    "drop table readings",
    "alter table consents disable trigger all",
    "delete from kysely_migration",
  ])
    await expect(sqlOn(url, change), change).rejects.toThrow(
      /permission denied|must be owner|keeps its|stays/,
    );
});
