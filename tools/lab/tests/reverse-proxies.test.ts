import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../../../test/support/answers.ts";
import { freePorts } from "../../../test/support/postgres.ts";
import { send } from "../../../test/support/send.ts";
import { type BareProcess, siteProcess } from "../../../test/support/site.ts";
import { change, holdWriteLock, storedLeads } from "../../../test/support/store-reader.ts";
import { FormVisitor } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { fetchTls, type ReverseProxy, reverseProxies, sendTls, siteName } from "./reverse-proxy.ts";

const origin = `https://${siteName}`;

/** Two processes on one store, as the operator starts them. */
async function startProcesses() {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-"));
  const databaseFile = join(folder, "claimpath.db");
  const ports = await freePorts(2);
  const running: BareProcess[] = [];
  const begin = (index: number) => {
    const { child } = running[index] ?? {};
    if (child && child.exitCode === null && child.signalCode === null) return running[index]!.port;
    running[index] = siteProcess(
      {
        PORT: String(ports[index]),
        SITE_ORIGIN: origin,
        TRUST_PROXY: "1",
        DATABASE_URL: `file:${databaseFile}`,
        ...real,
      },
      1_200_000,
    );
    return running[index].port;
  };
  const stop = async (index: number) => {
    running[index]!.child.kill("SIGTERM");
    await running[index]!.ended;
  };
  // The first one migrates.
  for (const index of [0, 1]) await begin(index);
  return { databaseFile, ports, begin, stop, end: () => Promise.all([stop(0), stop(1)]) };
}

/** Without these settings, no site with a public address starts. */
const real = {
  "company.name": "Harbor Claims",
  "company.phone": "+18885550199",
  "company.email": "we@example.org",
  "company.address": "1 Main Street, Springfield",
  SESSION_SECRETS: randomBytes(32).toString("hex"),
};

describe.each(Object.keys(reverseProxies) as (keyof typeof reverseProxies)[])(
  "the site behind %s",
  (name) => {
    let processes: Awaited<ReturnType<typeof startProcesses>>;
    let proxy: ReverseProxy;
    beforeAll(async () => {
      processes = await startProcesses();
      proxy = await reverseProxies[name]({ processes: processes.ports });
    });
    afterAll(async () => {
      await proxy?.stop();
      await processes?.end();
    });

    const ask = (...[path, sending]: [string, Parameters<typeof sendTls>[2]?]) =>
      sendTls(proxy, path, sending);
    const visitor = (from?: string) => new FormVisitor(origin, fetchTls(proxy, from));
    /** Answers whatever is asked, to the thanks. */
    const walkOn = async (walker: FormVisitor) => {
      while (walker.screen.step) await walker.post(answersC[walker.screen.step]!);
      return walker.screen.url;
    };

    it("is reached by TLS only", async () => {
      const http = `http://127.0.0.1:${proxy.ports.http}`;
      const { status, headers } = await send(http, "/survey/c?oid=7", { headers: { Host: siteName } });
      expect([301, 308]).toContain(status);
      const target = new URL(headers.location!);
      expect([target.protocol, target.hostname, target.pathname + target.search]).toEqual([
        "https:",
        siteName,
        "/survey/c?oid=7",
      ]);
    });

    it("speaks HTTP/2", async () => {
      const session = connectHttp2(`https://127.0.0.1:${proxy.ports.https}`, {
        servername: siteName,
        ca: proxy.certificate,
      });
      const stream = session.request({ ":path": "/survey/c", ":authority": siteName });
      const status = await new Promise((resolve, reject) => {
        session.once("error", reject);
        stream.once("error", reject);
        stream.once("response", (headers) => resolve(headers[":status"]));
      });
      expect([session.alpnProtocol, status]).toEqual(["h2", 200]);
      session.destroy();
    });

    it("knows visitors by the addresses that the proxy saw, whatever they claim", async () => {
      const walker = new FormVisitor(origin, (asked) => {
        asked.headers.set("X-Forwarded-For", "192.0.2.66, 192.0.2.67");
        return fetchTls(proxy, "127.0.0.77")(asked);
      });
      await walker.open("/survey/c");
      expect(await walkOn(walker)).toMatch(/^\/survey-thank-you\//);
      expect([...walker.cookies.keys()]).toContain("__Host-visit");
      expect(storedLeads(processes.databaseFile).at(-1)!.record).toMatchObject({ ip_address: "127.0.0.77" });
    });

    it("sends each header once, and none that names a version", async () => {
      const answers = await Promise.all([
        ask("/"),
        ask("/survey/c", { headers: { "Accept-Encoding": "gzip" } }),
        ask("/logo.svg"),
        ask("/nothing"),
        ask("/", { method: "PUT" }),
        ask("/contact/", { form: { a: "" }, headers: { Origin: "https://evil.test" } }),
        ask("/contact/", { form: { m: "a".repeat(70_000) } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 405, 403, 413]);
      for (const { names, headers } of answers) {
        const once = names.filter((each) => each !== "set-cookie");
        expect(once).toEqual([...new Set(once)]);
        expectGuarded(headers);
        expect(headers.server ?? "").not.toMatch(/\d/);
      }
    });

    it("refuses what is too large, even in guarded headers", async () => {
      const query = "x".repeat(4_000);
      expect(
        (await ask(`/survey/c?s1=${query}`, { headers: { Cookie: `a=${"b".repeat(4_000)}` } })).status,
      ).toBe(200);
      const long = await ask("/", { headers: { Cookie: `a=${"b".repeat(30_000)}` } });
      expect([400, 431]).toContain(long.status);
      expectGuarded(long.headers);
      // The rest of the body may meet a line that is cut.
      const large = await ask("/contact/", { form: { m: "a".repeat(3_000_000) } }).catch(
        (error: Error) => error,
      );
      if (!(large instanceof Error)) {
        expect(large.status).toBe(413);
        expectGuarded(large.headers);
      }
    });

    it("keeps a visitor's connection", async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ports = new Set<number>();
      for (let request = 0; request < 5; request++) ports.add((await ask("/survey/c", { agent })).port);
      agent.destroy();
      expect(ports.size).toBe(1);
    });

    it("answers everything while the proxy reloads its configuration and the processes are replaced", async () => {
      const bad: string[] = [];
      let over = false;
      let walked = 0;
      /** Sees an answer that is none; nginx asks the other process whatever is posted, Caddy where it got no connection. */
      const insisting = async (walker: FormVisitor, step: () => Promise<unknown>) => {
        const before = walker.screen;
        await step();
        const isAnswered = () => walker.screen.status < 500;
        if (isAnswered()) return;
        if (name === "nginx") bad.push(`${walker.screen.status} ${walker.screen.html.slice(0, 80)}`);
        await waitFor("an answer for who loads the page again", async () => {
          walker.screen = before;
          await step();
          return isAnswered();
        });
      };
      const walks = async () => {
        while (!over) {
          const walker = visitor();
          await insisting(walker, () => walker.open("/survey/c"));
          for (let steps = 0; walker.screen.step && steps < 4 && !over; steps++) {
            const answer = answersC[walker.screen.step]!;
            await insisting(walker, () => walker.post(answer));
          }
          walked += 1;
        }
      };
      const more = () => {
        const wanted = walked + 3;
        return waitFor("more visitors", () => walked >= wanted, 90_000);
      };
      const busy = [walks(), walks()];
      await more();
      proxy.reload();
      await more();
      for (const index of [0, 1]) {
        await processes.stop(index);
        await more();
        await processes.begin(index);
        await more();
      }
      over = true;
      await Promise.all(busy);
      expect(bad).toEqual([]);
    });

    it("leaves it to the site what is said while the store is in trouble", async () => {
      const { databaseFile: file } = processes;
      const walker = visitor();
      await walker.open("/survey/c");
      const { step } = walker.screen;
      const [was, is] = ["kysely_migration", "kysely_migration_away"];
      const ready = () => ask("/readyz").then(({ status }) => status === 200);
      change(file, (db) => db.exec(`alter table ${was} rename to ${is}`));
      const free = holdWriteLock(file);
      try {
        await waitFor("the store's trouble", async () => !(await ready()));
        await walker.post(answersC[step]!);
        expect(walker.screen.status).toBe(503);
        for (const value of Object.values(answersC[step]!))
          expect(walker.screen.html).toContain(`value="${value}"`);
        expect((await ask("/")).status).toBe(200);
      } finally {
        free();
        change(file, (db) => db.exec(`alter table ${is} rename to ${was}`));
      }
      await waitFor("the store", ready);
      await walker.post({});
      expect(await walkOn(walker)).toMatch(/^\/survey-thank-you\//);
    });

    it("says in plain words that the site is away, accepts the same form afterwards, and logs nothing personal", async () => {
      await Promise.all([processes.begin(0), processes.begin(1)]);
      const walker = visitor();
      await walker.open("/survey/c?s1=somebody@example.com");
      const asked = walker.screen;
      await Promise.all([processes.stop(0), processes.stop(1)]);
      await walker.post(answersC[asked.step]!);
      expect(walker.screen.status).toBe(503);
      expect(walker.screen.html).toContain("Load this page again");
      const personal = "/survey-thank-you/?email=somebody@example.com";
      await send(`http://127.0.0.1:${proxy.ports.http}`, personal, { headers: { Host: siteName } });
      const away = await ask(personal);
      expect(away.status).toBe(503);
      expect(Number(away.headers["retry-after"])).toBeGreaterThan(0);
      expectGuarded(away.headers);

      await Promise.all([processes.begin(0), processes.begin(1)]);
      await waitFor("the site", async () => (await ask("/survey/c")).status === 200);
      // What a browser does that loads the page again.
      walker.screen = asked;
      await walker.post(answersC[asked.step]!);
      expect([walker.screen.status, walker.screen.step]).not.toEqual([200, asked.step]);
      expect(await walkOn(walker)).toMatch(/^\/survey-thank-you\//);
      expect(proxy.logged()).not.toContain("somebody");
    });
  },
);

function expectGuarded(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
    "x-content-type-options": "nosniff",
  });
}
