import { mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { addPerson, codeOf, type Member, password, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { cookieOf, type Sent, send } from "../../support/send.ts";
import { query } from "../../support/store-reader.ts";

const site = siteForTests({ stubs: false, TRUST_PROXY: "1" });
const roles = { ana: "leads", ben: "leads-masked", nan: "numbers", cy: "charts" } as const;
type Name = keyof typeof roles;
const people = {} as Record<Name, Member>;
const peopleFile = () => join(dirname(site.databaseFile), "console-people.json");
const get = (path: string, Cookie: string) => send(site.url, path, { headers: { Cookie } });
const statusOf = async (path: string, cookie: string) => (await get(path, cookie)).status;
/** Ana's session; a code of hers counts once. */
let ana: string;
beforeAll(async () => {
  for (const name of Object.keys(roles) as Name[]) people[name] = addPerson(site, name, roles[name]);
  ana = await enter(people.ana);
});

let networks = 0;
/** Posts a form of the console, from a network of its own, since one has thirty tries. */
const press = (page: string, form: Record<string, string>, cookie = "", headers = {}) =>
  send(site.url, `/console/${page}`, {
    form,
    headers: { Cookie: cookie, "X-Forwarded-For": `203.0.${networks++}.1`, ...headers },
  });
const enter = async (member: Member) => {
  const code = member.key ? codeOf(member) : "";
  const answer = await press("sign-in", { name: member.name, password, code });
  expect(answer.status).toBe(303);
  return cookieOf(answer);
};
const fault = ({ text }: Sent, id: string) => new RegExp(`id="${id}-fault"[^>]*>([^<]*)`).exec(text)?.[1];
const deeds = (operator: string) =>
  query(
    site.databaseFile,
    "select command, about, reason from readings where operator = ? order by rowid",
    operator,
  ).map((row) =>
    Object.values(row as object)
      .filter(Boolean)
      .join(": "),
  );
/** The new key that a page shows, as their app has it, and as the form brings it back. */
const offerIn = ({ text }: Sent) => ({
  key: /secret=([A-Z2-7]+)/.exec(text)![1]!,
  offer: /name="offer" value="([^"]+)"/.exec(text)![1]!,
});
const newPassword = "four of my own words";
const signInStatus = async (name: string, secret: string, code = "") =>
  (await press("sign-in", { name, password: secret, code })).status;

describe("one’s own password and second factor", holds("T140"), () => {
  it("require the old password and an unused code, end all other sessions, and are logged in the audit log", async () => {
    const hal = addPerson(site, "hal", "leads");
    const first = await enter(people.ben);
    const mine = await enter(hal);
    const code = codeOf(hal, 1);
    const form = { intent: "password", password, code, wanted: newPassword };
    for (const wrong of [{ password: "not his" }, { code: "" }, { code: codeOf(hal, 9) }]) {
      const refused = await press("account", { ...form, ...wrong }, mine);
      expect([refused.status, fault(refused, "password-password")]).toEqual([
        422,
        "Wrong password or code. A code works once: wait for the next one.",
      ]);
    }
    for (const [wanted, words] of [
      ["short", "at least 12 characters"],
      ["password1234", "strangers try first"],
      ["hal hal and more", "strangers try first"],
      [password, "that you have"],
    ] as const) {
      const refused = await press("account", { ...form, wanted }, mine);
      expect([refused.status, fault(refused, "password-wanted")]).toEqual([
        422,
        expect.stringContaining(words),
      ]);
    }
    expect(deeds("hal"), "nothing was changed").toEqual(["console sign in"]);
    const changed = await press("account", form, mine);
    expect([changed.status, changed.headers.location]).toEqual([303, "/console/account?changed=password"]);
    const renewed = cookieOf(changed);
    expect((await get("/console/account?changed=password", renewed)).text).toContain(
      "Your password was changed",
    );
    expect(await statusOf("/console", mine), "the session of before").toBe(404);
    expect(await statusOf("/console", first), "another person’s").toBe(200);
    expect(await signInStatus("hal", password, codeOf(hal, 1))).toBe(422);
    expect(deeds("hal")).toEqual(["console sign in", "console change password"]);
    expect(JSON.stringify(changed.headers) + readFileSync(peopleFile(), "utf8")).not.toContain(newPassword);
  });

  it("end sessions in other browsers, and need no code where no app is set up, for masked roles too", async () => {
    const ida = addPerson(site, "ida", "leads-masked");
    const [stolen, mine] = [await enter(ida), await enter(ida)];
    const changed = await press("account", { intent: "password", password, wanted: newPassword }, mine);
    expect(changed.status).toBe(303);
    expect([await statusOf("/console", stolen), await statusOf("/console", cookieOf(changed))]).toEqual([
      404, 200,
    ]);
    expect([await signInStatus("ida", password), await signInStatus("ida", newPassword)]).toEqual([422, 303]);
  });

  it("keep the old factor until a code of the new one was entered on the person's own page", async () => {
    const jim = addPerson(site, "jim", "leads");
    const kit = addPerson(site, "kit", "leads-masked");
    const mine = await enter(jim);
    const { key, offer } = offerIn(await get("/console/account", mine));
    const foreign = offerIn(await get("/console/account", await enter(kit)));
    const own = { intent: "factor", password };
    const fresh = { key, name: "jim" };
    // Each right code counts once, so the person's own credentials come last; earlier failures use none up.
    const guessed = { ...own, code: "", offer, newCode: codeOf(fresh) };
    expect((await press("account", guessed, mine)).status, "a new key alone").toBe(422);
    const theirs = {
      ...own,
      code: codeOf(jim, 1),
      offer: foreign.offer,
      newCode: codeOf({ name: "", ...foreign }),
    };
    const refused = await press("account", theirs, mine);
    expect([refused.status, fault(refused, "new-code")]).toEqual([
      422,
      expect.stringContaining("new key shows"),
    ]);
    expect(JSON.parse(readFileSync(peopleFile(), "utf8")).jim.secondFactor).toBe(jim.key);
    const lea = addPerson(site, "lea", "leads");
    const hers = await enter(lea);
    const offered = offerIn(await get("/console/account", hers));
    const form = {
      ...own,
      code: codeOf(lea, 1),
      offer: offered.offer,
      newCode: codeOf({ name: "", ...offered }),
    };
    const changed = await press("account", form, hers);
    expect([changed.status, changed.headers.location]).toEqual([303, "/console/account?changed=factor"]);
    expect(JSON.parse(readFileSync(peopleFile(), "utf8")).lea.secondFactor).toBe(offered.key);
    expect(await statusOf("/console", hers)).toBe(404);
    expect(await signInStatus("lea", password, codeOf(lea)), "the old app").toBe(422);
    expect(deeds("lea")).toEqual(["console sign in", "console change second factor"]);
  });

  it("show the same new key again beside a wrong code, and set up a first app", async () => {
    const mia = addPerson(site, "mia", "charts");
    const mine = await enter(mia);
    const { key, offer } = offerIn(await get("/console/account", mine));
    const refused = await press("account", { intent: "factor", password, offer, newCode: "000000" }, mine);
    expect([refused.status, offerIn(refused)]).toEqual([422, { key, offer }]);
    const newCode = codeOf({ key, name: "mia" });
    expect((await press("account", { intent: "factor", password, offer, newCode }, mine)).status).toBe(303);
    expect(await signInStatus("mia", password), "without a code from now on").toBe(422);
  });

  it("count a wrong old password as a failed sign-in, which the right one does not avoid", async () => {
    const ned = addPerson(site, "ned", "leads-masked");
    const mine = (await enter(ned)).split("; ")[0]!;
    const from = { "X-Forwarded-For": "192.0.2.77" };
    const form = { intent: "password", wanted: newPassword };
    for (let tries = 0; tries < 10; tries++)
      expect((await press("account", { ...form, password: `guess ${tries}` }, mine, from)).status).toBe(422);
    const last = await press("account", { ...form, password }, mine, from);
    expect([last.status, fault(last, "password-password")]).toEqual([
      429,
      expect.stringContaining("Too many"),
    ]);
    const signIn = { form: { name: "ned", password, code: "" }, headers: from };
    expect((await send(site.url, "/console/sign-in", signIn)).status, "and with those of the form").toBe(429);
  });

  it("are closed without a session, and to other people with one", async () => {
    const form = { intent: "password", password, wanted: newPassword };
    for (const cookie of ["", "console=x"]) expect((await press("account", form, cookie)).status).toBe(404);
    const before = readFileSync(peopleFile(), "utf8");
    // The session identifies the person: a name in the form means nothing.
    const ben = await enter(people.ben);
    const forged = { ...form, name: "ana", person: "ana", role: "leads", password: "wrong" };
    expect((await press("account", forged, ben)).status).toBe(422);
    expect(readFileSync(peopleFile(), "utf8")).toBe(before);
  });
});

describe("a colleague’s code for a new sign-in", holds("T141"), () => {
  const codeIn = ({ text }: Sent) => /<strong>([A-Z2-7-]{39})<\/strong>/.exec(text)?.[1];
  const voided = async (person: string, why = "She lost her phone.") =>
    codeIn(await press("people", { person, why }, ana))!;
  const expire = (name: string) => {
    const database = new DatabaseSync(site.databaseFile, { timeout: 5_000 });
    database.prepare("update console_sessions set expires_at = 1 where person = ?").run(name);
    database.close();
  };

  it("removes password, sessions and earlier codes, sets both once, and records who gave it and why", async () => {
    const oda = addPerson(site, "oda", "leads");
    const hers = await enter(oda);
    const earlier = await voided("oda");
    expect(await statusOf("/console", hers)).toBe(404);
    expect(await signInStatus("oda", password, codeOf(oda, 1)), "the old password").toBe(422);
    const code = await voided("oda", "The first code went to the wrong Oda.");
    expect((await press("renew", { intent: "open", key: earlier })).status, "the earlier code").toBe(422);
    expect((await get("/console/people", ana)).text).toContain("Has a code for a new sign-in until");
    const kept = JSON.stringify(query(site.databaseFile, "select * from console_sessions"));
    for (const written of [code, code.replaceAll("-", "")]) expect(kept).not.toContain(written);

    // Read out on the phone, and typed as it was heard.
    const key = code.toLowerCase().replaceAll("-", " ");
    const page = await press("renew", { intent: "open", key });
    expect([page.status, page.text.includes("A new sign-in for oda")]).toEqual([200, true]);
    const { key: secret, offer } = offerIn(page);
    const newCode = codeOf({ key: secret, name: "oda" });
    const form = { intent: "renew", key, wanted: newPassword, offer, newCode };
    for (const [wrong, field] of [
      [{ wanted: "short" }, "renew-wanted"],
      [{ newCode: "" }, "new-code"],
      [{ newCode: codeOf(oda) }, "new-code"],
      [{ offer: "x" }, "new-code"],
    ] as const) {
      const refused = await press("renew", { ...form, ...wrong });
      expect([refused.status, typeof fault(refused, field)], field).toEqual([422, "string"]);
    }
    const at = await Promise.all([1, 2, 3].map(() => press("renew", form)));
    expect(at.map(({ status }) => status).sort(), "of three at once").toEqual([303, 422, 422]);
    const done = at.find(({ status }) => status === 303)!;
    expect(await statusOf("/console", cookieOf(done))).toBe(200);
    expect((await press("renew", form)).status, "sent again").toBe(422);
    expect((await press("renew", { intent: "open", key })).status).toBe(422);
    expect(deeds("oda")).toEqual(["console sign in", "console renew sign-in"]);
    expect(deeds("ana").filter((each) => each.includes("void"))).toEqual([
      "console void sign-in: oda: She lost her phone.",
      "console void sign-in: oda: The first code went to the wrong Oda.",
    ]);
  });

  it("makes the code that proved the new app a used one", async () => {
    // She has not signed in before: another code of this half minute would be a used one for that.
    addPerson(site, "tess", "leads");
    const key = await voided("tess");
    const offered = offerIn(await press("renew", { intent: "open", key }));
    const newCode = codeOf({ ...offered, name: "tess" });
    const form = { intent: "renew", key, wanted: newPassword, offer: offered.offer, newCode };
    expect((await press("renew", form)).status).toBe(303);
    expect(await signInStatus("tess", newPassword, newCode)).toBe(422);
    expect(await signInStatus("tess", newPassword, codeOf({ ...offered, name: "tess" }, 1))).toBe(303);
  });

  it("expires after an hour, and works for nobody else, in no session, and not for a removed person", async () => {
    addPerson(site, "pia", "leads-masked");
    const late = await voided("pia");
    expect((await press("renew", { intent: "open", key: late })).status).toBe(200);
    expire("pia");
    const form = { intent: "renew", wanted: newPassword };
    expect((await press("renew", { ...form, key: late })).status).toBe(422);
    const code = await voided("pia");
    const { pia, ...others } = JSON.parse(readFileSync(peopleFile(), "utf8"));
    writeFileSync(peopleFile(), JSON.stringify(others));
    expect((await press("renew", { ...form, key: code })).status).toBe(422);
    writeFileSync(peopleFile(), JSON.stringify({ ...others, pia }));
    const session = JSON.parse(
      Buffer.from(decodeURIComponent(/console=([^;]*)/.exec(ana)![1]!), "base64").toString(),
    );
    for (const key of ["", "x", session, `${code}A`, code.slice(1)])
      expect((await press("renew", { ...form, key })).status, key).toBe(422);
    const cookie = `console=${Buffer.from(JSON.stringify(code.replaceAll("-", ""))).toString("base64")}`;
    expect(await statusOf("/console", cookie), "it is no session").toBe(404);
    const renewed = await press("renew", { ...form, key: code });
    expect([renewed.status, await statusOf("/console", cookieOf(renewed))]).toEqual([303, 200]);
    expect(JSON.parse(readFileSync(peopleFile(), "utf8")).pia.role, "the same role").toBe("leads-masked");
  });

  it("is made for others, with a reason", async () => {
    addPerson(site, "quy", "leads");
    const before = readFileSync(peopleFile(), "utf8");
    for (const [form, words] of [
      [{ person: "quy", why: " " }, "Say why"],
      [{ person: "ana", why: "x" }, "This is you"],
      [{ person: "nobody", why: "x" }, "There is no such person"],
      [{ person: "constructor", why: "x" }, "There is no such person"],
      [{ person: "__proto__", why: "x" }, "There is no such person"],
    ] as const) {
      const refused = await press("people", form, ana);
      expect([refused.status, refused.text.includes(words), codeIn(refused)]).toEqual([422, true, undefined]);
    }
    expect(readFileSync(peopleFile(), "utf8")).toBe(before);
  });
});

describe("a file of people that the site may only read", holds("T140"), () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-fixed-"));
  const database = { databaseUrl: `file:${join(folder, "x.db")}` };
  const [rob, sam] = [addPerson(database, "rob", "leads"), addPerson(database, "sam", "leads")];
  // The folder of a process's open files takes no others, from root either.
  const file = `/proc/${process.pid}/fd/${openSync(join(folder, "console-people.json"), "r")}`;
  const fixed = siteForTests({ stubs: false, CONSOLE_PEOPLE_FILE: file });

  it("lets nobody change a password, and explains that", async () => {
    const before = readFileSync(file, "utf8");
    const Cookie = await signedInCookie(fixed, rob);
    const post = (page: string, form: Record<string, string>) =>
      send(fixed.url, `/console/${page}`, { form, headers: { Cookie } });
    const own = { intent: "password", password, code: codeOf(rob, 1), wanted: newPassword };
    for (const answer of [await post("account", own), await post("people", { person: sam.name, why: "x" })])
      expect([answer.status, answer.text.includes("read its file of people and not change it")]).toEqual([
        422,
        true,
      ]);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await send(fixed.url, "/console", { headers: { Cookie } })).status).toBe(200);
  });
});
