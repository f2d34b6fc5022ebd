import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { consolePages } from "../../remix.config.js";
import {
  addPerson,
  codeOf,
  type Member,
  password,
  signedInCookie,
  trySignIn,
} from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { cookieOf, type Sent, send } from "../support/send.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";

const site = siteForTests({ stubs: false, TRUST_PROXY: "1" });
const roles = { ana: "leads", ben: "leads-masked", nan: "numbers", cy: "charts" } as const;
type Name = keyof typeof roles;
const people = {} as Record<Name, Member>;
beforeAll(() => {
  for (const name of Object.keys(roles) as Name[]) people[name] = addPerson(site, name, roles[name]);
});
const signedIn = (name: Name) => signedInCookie(site, people[name]);
const peopleFile = () => join(dirname(site.databaseFile), "console-people.json");
const words = ({ text }: Pick<Sent, "text">) => /role="alert"[^>]*>([^<]*)/.exec(text)![1];
const get = (path: string, cookie: string, headers = {}) =>
  send(site.url, path, { headers: { Cookie: cookie, ...headers } });
const statusOf = async (path: string, cookie: string) => (await get(path, cookie)).status;
const lead = () => storedLeads(site.databaseFile)[0]!;
/** Ana's session; a code of hers counts once. */
let ana: string;
beforeAll(async () => {
  await walkForms(site.url, "/survey/c");
  ana = await signedIn("ana");
});

describe("guessing", holds("T94"), () => {
  const from = (ip: string, name: string, secret: string, cookie = "") =>
    send(site.url, "/console/sign-in", {
      form: { name, password: secret, code: "" },
      headers: { "X-Forwarded-For": ip, Cookie: cookie },
    });

  it("gets the same answer for an unknown name and a wrong password", async () => {
    const [nobody, wrong] = [await from("192.0.2.9", "nobody", "x"), await from("192.0.2.9", "ben", "x")];
    expect([nobody.status, wrong.status]).toEqual([422, 422]);
    expect(words(nobody)).toBe(words(wrong));
  });

  it("ends after ten tries an hour for one name from one network, even for the right password", async () => {
    for (let tries = 0; tries < 10; tries++)
      expect((await from("192.0.2.1", "cy", `guess ${tries}`)).status).toBe(422);
    expect((await from("192.0.2.1", "cy", password)).status).toBe(429);
    // The person themselves is elsewhere, and is not shut out.
    const elsewhere = await from("192.0.2.2", "cy", password);
    expect(elsewhere.status).toBe(303);
    // Nor where the tries are used up: neither by their network's nor by their name's, as this is their browser.
    const known = cookieOf(elsewhere).split("; ")[1]!;
    expect(known).toMatch(/^console-browser=/);
    expect((await from("192.0.2.1", "cy", password, known)).status).toBe(303);
  });

  it("with a cookie of another person's sign-in, or a forged one, gains nothing", async () => {
    const known = cookieOf(await from("192.0.2.4", "ben", password)).split("; ")[1]!;
    const forged = [known, known.replace(/.{9}$/, "AAAAAAAAA"), "console-browser=x"];
    for (const cookie of forged) expect((await from("192.0.2.1", "cy", password, cookie)).status).toBe(429);
    expect(await statusOf("/console", known), "it opens nothing").toBe(404);
  });

  it("ends for all names of one network too", async () => {
    const answers: number[] = [];
    // Comparing an unknown name's password takes a third of a second, and these people's none.
    const names = Object.keys(roles);
    for (let tries = 0; tries < 32; tries++)
      answers.push((await from("192.0.2.3", names[tries % 4]!, "guess")).status);
    expect(answers.slice(0, 30)).not.toContain(429);
    expect(answers.slice(30)).toEqual([429, 429]);
  });

  // Six characters that are not six bytes, then invalid ones or too many.
  it.each([
    "\uff1000000",
    "\u00e900000",
    "12345\u00e9",
    "",
    "12345",
    "1234567",
    "abcdef",
    "\u0661\u0662\u0663\u0664\u0665\u0666",
  ])("with the code %j learns nothing about the password", holds("T99"), async (code) => {
    for (const [secret, network] of [
      [password, 20],
      ["a wrong guess", 21],
    ] as const) {
      const answer = await send(site.url, "/console/sign-in", {
        form: { name: "ana", password: secret, code },
        headers: { "X-Forwarded-For": `198.${network}.${code.length}.1` },
      });
      expect([answer.status, typeof words(answer)], secret).toEqual([422, "string"]);
    }
  });

  it("finds a masked number neither digit by digit nor among all others", holds("T114"), async () => {
    const { id, record } = lead();
    const digits = String(record.phone).replace(/\D/g, "").slice(-10);
    const ben = await signedIn("ben");
    const found = (cookie: string, find: string, page = "/console") =>
      get(`${page}?${new URLSearchParams({ find })}`, cookie);
    const finds = async (cookie: string, find: string) => {
      const pages = [await found(cookie, find), await found(cookie, find, "/console/leads.csv")];
      return pages.map(({ text }) => text.includes(id));
    };
    const named = `${record.first_name} ${record.last_name}`;
    const inboxes = await Promise.all([ana, ben].map((cookie) => get("/console", cookie)));
    expect(inboxes.map(({ text }) => text.includes(named))).toEqual([true, false]);
    for (let length = 3; length < 10; length++) {
      const end = digits.slice(-length);
      for (const find of length === 4 ? [end, `…${end}`, `(${end})`, `+${end}`] : [end])
        expect(await finds(ben, find), find).toEqual([false, false]);
    }
    expect(await finds(ana, digits.slice(-4))).toEqual([true, true]);
    // The digits that its mask shows, and a number that a caller says themselves.
    for (const find of [digits.slice(-2), digits]) expect(await finds(ben, find), find).toEqual([true, true]);
    for (let tries = 1; tries < 30; tries++)
      expect((await found(ben, `21255501${String(tries).padStart(2, "0")}`)).text).not.toContain(id);
    const page = await found(ben, "2125550199");
    expect([page.status, page.text.includes("30 whole numbers")]).toEqual([429, true]);
    expect((await found(ben, "2125550199", "/console/leads.csv")).status).toBe(429);
    // Repeated searches, and everything else, still work.
    for (const find of [digits, digits.slice(-2)]) expect(await finds(ben, find)).toEqual([true, true]);
    const wrong = `${digits.slice(0, 9)}${(Number(digits[9]) + 1) % 10}`;
    expect(await finds(ana, wrong), "who sees numbers has no limit").toEqual([false, false]);
  });
});

describe("a session", () => {
  it("has a new id that the browser did not bring, and ends the previous one", holds("T95"), async () => {
    const planted = `console=${Buffer.from(JSON.stringify("p".repeat(43))).toString("base64")}`;
    const first = await trySignIn(site, { name: "ben", password, code: "" }, planted);
    const cookie = cookieOf(first);
    expect(cookie).not.toBe(planted);
    expect(await statusOf("/console", planted)).toBe(404);
    expect(await statusOf("/console", cookie)).toBe(200);
    expect(first.headers["set-cookie"]![0]).toMatch(/; HttpOnly; SameSite=Lax$/);
    const second = cookieOf(await trySignIn(site, { name: "ben", password, code: "" }, cookie));
    expect(await statusOf("/console", cookie)).toBe(404);
    expect(await statusOf("/console", second)).toBe(200);
  });

  it("is worthless after its sign-out, to anybody who copied it", holds("T96"), async () => {
    const cookie = await signedIn("ben");
    const value = decodeURIComponent(/console=([^;]*)/.exec(cookie)![1]!);
    const token = JSON.parse(Buffer.from(value, "base64").toString());
    const kept = JSON.stringify(query(site.databaseFile, "select * from console_sessions"));
    expect(kept).toContain("ben");
    expect(kept).not.toContain(token);
    expect(await statusOf("/console", cookie)).toBe(200);
    const out = await send(site.url, "/console/sign-in", {
      form: { intent: "sign-out" },
      headers: { Cookie: cookie },
    });
    expect([out.status, out.headers["clear-site-data"]]).toEqual([303, '"cache", "storage"']);
    expect(await statusOf("/console", cookie)).toBe(404);
  });

  it("can be ended from another one", holds("T96"), async () => {
    const [lost, mine] = [await signedIn("ben"), await signedIn("ben")];
    const { text } = await get("/console/sessions", mine);
    const ids = [...text.matchAll(/name="session" value="(\w+)"/g)].map(([, id]) => id!);
    // Newest first: the second is the other one.
    const post = { form: { session: ids[1]! }, headers: { Cookie: mine } };
    expect((await send(site.url, "/console/sessions", post)).status).toBe(303);
    expect([await statusOf("/console", lost), await statusOf("/console", mine)]).toEqual([404, 200]);
    const cy = await signedIn("cy");
    const others = { form: { session: ids[0]! }, headers: { Cookie: cy } };
    expect((await send(site.url, "/console/sessions", others)).status).toBe(404);
  });

  it.each([
    "//evil.test",
    "https://evil.test/console",
    "/\\evil.test",
    "/console/../../evil.test//",
    "javascript:alert(1)",
    "/console/..//evil.test",
    "/console/%2e%2e//evil.test/",
    "/consoles",
    "/console\\..\\\\evil.test",
    "/graphs/..//evil.test",
    "/console\t/../..//evil.test",
    "/console\r\nLocation: https://evil.test",
    "\u2028//evil.test",
  ])("is never started by another site: %j", holds("T118"), async (to) => {
    const answer = await send(site.url, `/console/sign-in?${new URLSearchParams({ to })}`, {
      form: { name: "ben", password, code: "" },
      headers: { "X-Forwarded-For": `198.18.${to.length}.1` },
    });
    expect(answer.status).toBe(303);
    const { host, pathname } = new URL(String(answer.headers.location), site.url);
    expect([host, pathname.split("/")[1]]).toEqual([new URL(site.url).host, "console"]);
  });
});

describe("a role", holds("T97"), () => {
  const everybody = ["leads", "leads-masked", "numbers", "charts"];
  /** Each page with its viewers, and its presses: the number of roles that it accepts, and their answers. */
  const table = `
    /console 2 200; find=Zoe 2 303
    /console/leads.csv 2 200
    /console/leads/:id 2 200; intent=handled 2 303; intent=reopen 2 303; intent=note&remark=called 2 303; intent=retry 1 422; intent=park 1 422; intent=sell-again 1 422
    /console/deliveries 2 200; intent=pause 1 422; intent=resume 1 422; intent=retry 1 422; intent=park 1 422; intent=sell-again 1 422
    /console/health 2 200; again=x 2 303
    /console/settings 2 200
    /console/privacy 1 200; intent=find 1 422; intent=erase&email=x@example.com 1 422
    /console/privacy/copy 1 303; email=x 1 422
    /console/sessions 4 200; session=x 4 404
    /graphs/c 4 200`;
  const rows = [...table.trim().split("\n"), ...brought.flatMap(({ access = [] }) => access)];

  const cookies: string[] = [];
  beforeAll(async () => {
    cookies.push(ana, await signedIn("ben"), await signedIn("nan"), await signedIn("cy"), "");
  });

  it.each(rows)(
    "sees and presses at any address what its table allows, and nobody without a session does: %s",
    async (row) => {
      const [at = "", ...presses] = row.trim().split("; ");
      const [page = "", ...seen] = at.split(" ");
      const path = page.replace(":id", lead().id);
      // A page of charts is not found for people who may not see it.
      const refused = page.startsWith("/graphs") ? 404 : 403;
      for (const press of [seen, ...presses.map((each) => each.split(" "))]) {
        const [takes, then] = press.slice(-2).map(Number) as [number, number];
        const form = press.length > 2 ? Object.fromEntries(new URLSearchParams(press[0])) : undefined;
        for (const [index, cookie] of cookies.entries()) {
          const expected = cookie === "" ? 404 : index < takes ? then : refused;
          for (const to of expected === 403 ? [path, `/%63${path.slice(2)}`] : [path]) {
            const { status } = await send(site.url, to, { form, headers: { Cookie: cookie } });
            expect(status, `${everybody[index]} ${to} ${press[0]}`).toBe(expected);
          }
        }
      }
    },
  );

  it("has a row for every page", () => {
    const all = Object.assign({}, consolePages, ...pageFeatures.map(({ consolePages: own }) => own));
    const pages = Object.keys(all).filter((path) => !/sign-|start|provider|renew/.test(path));
    const named = pages.map((page) =>
      page.replace("lines/:id", "lines/x").replace(":party/:name", "affiliate/7"),
    );
    expect(rows.map((row) => row.trim().split(/[ ?]/)[0])).toEqual(
      expect.arrayContaining(named.map((page) => `/${page}`)),
    );
  });

  it("ends with the person: a removed person is out", async () => {
    const cookie = await signedInCookie(site, addPerson(site, "eva", "leads-masked"));
    expect(await statusOf("/console", cookie)).toBe(200);
    const { eva, ...others } = JSON.parse(readFileSync(peopleFile(), "utf8"));
    expect(eva.password).toMatch(/^scrypt\$/);
    writeFileSync(peopleFile(), JSON.stringify(others));
    expect(await statusOf("/console", cookie)).toBe(404);
  });
});

describe("the audit log", () => {
  it("the audit log has what people in the console do: who, what, and why", holds("T136"), async () => {
    const dora = await signedInCookie(site, addPerson(site, "dora", "leads"));
    const post = (page: string, form: Record<string, string>) =>
      send(site.url, `/console${page}`, { form, headers: { Cookie: dora } });
    const { id } = lead();
    await post("/deliveries", { intent: "pause", destination: "lead-prosper", why: "They asked\0for it." });
    await post("/deliveries", { intent: "pause", destination: "lead-prosper", why: "They asked for it." });
    await post("/deliveries", { intent: "pause", destination: "no such receiver" });
    await post("/deliveries", { intent: "resume", destination: "lead-prosper" });
    for (const intent of ["retry", "park"])
      await post("/deliveries", { intent, message: `${id}.lead-prosper`, why: "Again." });
    for (const intent of ["handled", "reopen"]) await post(`/leads/${id}`, { intent });
    await post(`/leads/${id}`, { intent: "note", remark: "Her sister called." });
    // A page that is read again is no other search.
    for (const find of ["42", "42", "2125550142"]) await get(`/console?find=${find}`, dora);
    const [own] = /name="session" value="\w+"/.exec((await get("/console/sessions", dora)).text)!;
    await post("/sessions", { session: /"(\w+)"$/.exec(own)![1]! });
    const done = query(
      site.databaseFile,
      "select command, leads, about, reason from readings where operator = 'dora' order by rowid",
    ) as Record<string, string>[];
    expect(done.map(({ command, leads, about, reason }) => [command, leads, about, reason])).toEqual([
      ["console sign in", "", "", ""],
      ["console pause", "", "lead-prosper", "They asked for it."],
      ["console resume", "", "lead-prosper", ""],
      ["console retry", id, `${id}.lead-prosper`, "Again."],
      ["console park", id, `${id}.lead-prosper`, "Again."],
      ["console handled", id, "", ""],
      ["console reopen", id, "", ""],
      ["console note", id, "", ""],
      ["console search", "", "a part", ""],
      ["console search", "", "a whole number", ""],
      ["console end session", "", "dora", ""],
    ]);
  });
});

describe("a form behind the sign-in", () => {
  it("every form behind the sign-in is recognizable as the console's", holds("T142"), async () => {
    const cookie = await signedInCookie(site, addPerson(site, "fern", "leads"));
    const browser = {
      Cookie: cookie,
      Accept: "text/html",
      "Sec-Fetch-Site": "same-origin",
      "Sec-Fetch-Dest": "document",
    };
    const proofs = new Set<string>();
    for (const page of [
      "",
      "/deliveries",
      ...pageFeatures.flatMap(({ inConsole = [] }) =>
        inConsole.map(({ href }) => href.slice("/console".length)),
      ),
      "/health",
      "/privacy",
      "/sessions",
    ]) {
      const { text } = await send(site.url, `/console${page}`, { headers: browser });
      const forms = [...text.matchAll(/<form method="post"([^>]*)>(.*?)<\/form>/gs)];
      for (const [whole, attributes] of forms) {
        if (attributes!.includes('action="/console/sign-in"')) continue;
        proofs.add(/name="console-page" value="([\w-]+)"/.exec(whole)?.[1] ?? `none in ${page}`);
      }
    }
    expect([...proofs]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    const [proof] = proofs;
    const ofOther = /name="console-page" value="([\w-]+)"/.exec(
      (
        await send(site.url, "/console/health", {
          headers: { ...browser, Cookie: await signedIn("ben") },
        })
      ).text,
    )![1]!;
    const press = async (given: Record<string, string>) =>
      (await send(site.url, "/console/health", { form: given, headers: browser })).status;
    expect(await press({})).toBe(403);
    expect(await press({ "console-page": ofOther })).toBe(403);
    expect(await press({ "console-page": proof! })).toBeLessThan(400);
  });
});

describe("the second factor", () => {
  it("the second factor cannot be skipped, guessed or used twice", holds("T99"), async () => {
    const fay = addPerson(site, "fay", "leads");
    const code = codeOf(fay);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (const given of ["", wrong, "000000 000000", codeOf(fay, 9)])
      expect((await trySignIn(site, { name: "fay", password, code: given })).status, given).toBe(422);
    expect((await trySignIn(site, { name: "fay", password: "wrong password", code })).status).toBe(422);
    expect((await trySignIn(site, { name: "fay", password, code })).status).toBe(303);
    expect((await trySignIn(site, { name: "fay", password, code })).status).toBe(422);
    const known = JSON.parse(readFileSync(peopleFile(), "utf8"));
    writeFileSync(peopleFile(), JSON.stringify({ ...known, gus: { ...known.ben, role: "leads" } }));
    expect((await trySignIn(site, { name: "gus", password, code: "" })).status).toBe(422);
  });
});
