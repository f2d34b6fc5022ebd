import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyers = await startStub(() => ({ body: { ok: "yes" } }));
const before = `# Ours, of June.
keep: { visit-days: 9 }   # days

# Who gets leads.
destinations:
    north:   { kind: json, mode: live, url: "${buyers.origin}/north", only: { qualified: any },   repeats: { hours: 0 } } # first
    south:
        kind: json # by telephone
        mode:   test
        url: "${buyers.origin}/south"
        only: { qualified: any } # all of them

order: [north,   south] # as agreed
# The end.
`;
const { path, remove } = destinationsIn(before);
const file = () => readFileSync(path, "utf8");
const settings = { stubs: false, CLAIMPATH_FILE: path, SESSION_SECRETS: "s".repeat(32), NORTH_KEY: "n" };
const site = siteForTests(settings);
const other = siteProcessForTests(() => ({ ...settings, DATABASE_URL: site.databaseUrl }));
afterAll(async () => {
  remove();
  await buyers.stop();
});

let cookie: string;
const get = (page: string, at = site.url) => send(at, page, { headers: { Cookie: cookie } });
const post = (page: string, form: Record<string, string>, at = site.url) =>
  send(at, page, { form, headers: { Cookie: cookie } });
const seenIn = (html: string) => /name="seen" value="(\w+)"/.exec(html)?.[1] ?? "";
const faultOf = (html: string, field: string) =>
  new RegExp(`id="${field}-fault"[^>]*>([^<]*)`).exec(html)?.[1]?.replaceAll("&#x27;", "'");

/** The first press: the difference, or what is wrong. */
async function look(page: string, form: Record<string, string>, at = site.url) {
  // A page without a form to press has nothing of the file either.
  const seen = seenIn((await get(page, at)).text) || seenIn((await get(newPage, at)).text);
  return post(page, { intent: "save", seen, ...form }, at);
}

/** And the second, which writes it. */
async function save(page: string, form: Record<string, string>, at = site.url) {
  const shown = await look(page, form, at);
  expect(shown.status, shown.text.match(/role="alert"[^>]*>[^<]*/g)?.join(" ")).toBe(200);
  return post(page, lookIn(shown.text), at);
}

const [filePage, orderPage, newPage] = [
  "/console/terms/file",
  "/console/terms/order",
  "/console/terms/set-up?kind=json",
];
const setUp = (name: string) => `/console/terms/set-up?receiver=${name}`;
type Change = { number: number; person: string; what: string; undoes: number | null };
const changes = () => query<Change>(site.databaseFile, "select * from file_changes order by number");

/** Until every process runs with what the file says. */
async function takenUp(processes = 2): Promise<void> {
  await waitFor("every process", async () => {
    const { text } = await get(filePage);
    return text.split("these receivers").length - 1 === processes && !text.includes("other receivers");
  });
}

/** Brings a lead, and waits for the receiver that took it. */
async function boughtBy(at: string): Promise<string> {
  const count = buyers.requests.length;
  await walkForms(at, "/survey/c");
  await waitFor("the delivery", () => buyers.requests.length > count);
  return buyers.requests[count]!.path;
}

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
beforeEach(() => {
  buyers.requests.length = 0;
});

describe("a receiver that is added in the console", () => {
  const west = {
    name: "west",
    mode: "live",
    url: `${buyers.origin}/west`,
    headers: `Authorization: Bearer $\{NORTH_KEY}`,
    fields: "Given: first_name\r\nWho: { value: claimpath }",
    only: "qualified: any",
    answer: 'accepted: { field: ok, is: "yes" }',
    repeats: "hours: 0",
    price: "45.50",
    "daily-cap": "20",
    place: "1",
  };

  it("gets leads of every process by the file's rules, without a restart", async () => {
    const shown = await look(newPage, west);
    expect([shown.status, file()]).toEqual([200, before]);
    expect(shown.text).toContain("+     west:");
    expect((await post(newPage, lookIn(shown.text))).headers.location).toBe(filePage);
    await takenUp();
    for (const at of [site.url, other.url]) expect(await boughtBy(at)).toBe("/west");
    const [request] = buyers.requests;
    expect(request!.headers.authorization).toBe("Bearer n");
    expect(JSON.parse(request!.body)).toEqual({ Given: expect.any(String), Who: "claimpath" });
    expect(
      query(site.databaseFile, "select buyer, cents from sales_ledger where kind = 'sale' limit 1"),
    ).toEqual([{ buyer: "west", cents: 4550 }]);
    expect((await get("/console/terms")).text.replace(/<[^>]*>/g, "")).toMatch(
      /Leads a day: 2 of 20(\d+ (ahead of|behind)|at) an even pace/,
    );
  });

  it("leaves every other byte of the file as it was", () => {
    const lines = file().split("\n");
    const own = lines.filter((line) => !before.split("\n").includes(line));
    expect(own[0]).toBe("    west:");
    expect(own).toContain("      price: 45.50");
    expect(own.at(-1)).toBe("order: [west, north, south] # as agreed");
    const others = lines.filter((line) => !own.includes(line));
    expect(others.join("\n")).toBe(before.replace("order: [north,   south] # as agreed\n", ""));
  });

  it("is in the audit log with its author, and its difference on the page of the file", async () => {
    expect(changes()).toMatchObject([{ number: 1, person: "ana", what: "adds west", undoes: null }]);
    expect(
      query(site.databaseFile, "select operator, about from readings where command = 'console file'"),
    ).toEqual([{ operator: "ana", about: "adds west" }]);
    const { text } = await get(filePage);
    expect(text).toMatch(/Change 1 adds west<\/strong>.*by (<!-- -->)?ana, .*\+ {5}west:/s);
  });

  it("is changed in one of its fields, in the other process, and the rest of it stays", async () => {
    const was = file();
    expect((await save(setUp("west"), { url: `${buyers.origin}/coast` }, other.url)).status).toBe(303);
    expect(file()).toBe(was.replace("/west", "/coast"));
    await takenUp();
    expect(await boughtBy(site.url)).toBe("/coast");
  });

  it("goes out of the order, and its weight is counted where the order is drawn", async () => {
    const was = file();
    const drawn = {
      "order-by": "weighted",
      "place-west": "1",
      "place-north": "2",
      "place-south": "",
      "weight-west": "3",
    };
    const wrong = await look(orderPage, { ...drawn, "weight-west": "0" });
    expect([wrong.status, faultOf(wrong.text, "weight-west")]).toEqual([422, "This must be at least 1."]);
    const lone = await look(orderPage, { ...drawn, "place-north": "" });
    expect([lone.status, faultOf(lone.text, "order-by")]).toEqual([
      422,
      "This needs an order of two or more.",
    ]);
    expect(file()).toBe(was);
    expect((await save(orderPage, drawn)).status).toBe(303);
    expect(file()).toContain("order: [west, north] # as agreed");
    expect(file()).toContain("      weight: 3\n");
    expect(file()).toContain("order: [west, north] # as agreed\norder-by: weighted\n# The end.\n");
  });

  it("is taken out once nothing waits for it", async () => {
    await takenUp();
    const was = file();
    await sqlOn(
      site.databaseUrl,
      "update outbox set status = 'waiting', run_at = 9000000000000 where destination = 'west'",
    );
    const waiting = await look(setUp("west"), { intent: "remove" });
    expect([waiting.status, file()]).toEqual([422, was]);
    expect(waiting.text).toMatch(/west still has messages: \d waiting\./);
    await sqlOn(site.databaseUrl, "update outbox set status = 'delivered' where destination = 'west'");
    expect((await save(setUp("west"), { intent: "remove" })).status).toBe(303);
    expect(file()).not.toContain("west");
    expect(file()).toContain("order: [north] # as agreed");
    expect((await get(setUp("west"))).status).toBe(404);
  });
});

describe("undo", () => {
  const undo = (change: number) => ({ intent: "undo", change: String(change) });

  it("brings the earlier text back, change by change", async () => {
    const last = changes().length;
    expect(last).toBe(4);
    const early = await look(filePage, undo(last - 1));
    expect([early.status, early.text.includes("Undo the later change first")]).toEqual([422, true]);
    for (let change = last; change > 0; change--)
      expect((await save(filePage, undo(change))).status).toBe(303);
    expect(file()).toBe(before);
    expect(
      changes()
        .slice(last)
        .map(({ undoes }) => undoes),
    ).toEqual([4, 3, 2, 1]);
    await takenUp();
    expect(await boughtBy(other.url)).toBe("/north");
  });

  it("leaves a file alone that somebody has edited since", async () => {
    const edited = before.replace("June", "July");
    writeFileSync(path, edited);
    const { status, text } = await look(filePage, undo(changes().length));
    expect([status, text.includes("The file was changed again since")]).toEqual([422, true]);
    expect(file()).toBe(edited);
    writeFileSync(path, before);
  });
});

describe("a wrong value", () => {
  it("is refused beside its field in the file's words, and changes nothing", holds("T93"), async () => {
    const right = { name: "east", url: `${buyers.origin}/east` };
    const wrong: [field: string, value: string, words: RegExp][] = [
      ["name", "East", /^Use small letters/],
      ["name", "north", /^There is a receiver of this name/],
      ["name", "best-price", /^This is a name that the program uses itself/],
      ["url", "ftp://x", /^This must be an http or https address/],
      ["url", "", /^This is missing/],
      ["url", "https://me:secret@x.example.com/", /^This must come from the environment/],
      ["headers", "Authorization: Bearer abc", /^Authorization must come from the environment/],
      [
        "headers",
        `Authorization: $\{SOUTH_KEY}`,
        /^Authorization needs SOUTH_KEY, which the environment does not have/,
      ],
      ["fields", "A: first_nam", /^A must be a field of the lead .*did you mean first_name/],
      ["fields", "A: [", /not YAML/],
      ["only", "states: [XX]", /^states, entry 1 must be/],
      ["answer", "accepted: yes", /^accepted/],
      [
        "ping",
        `url: ${buyers.origin}\nfields: { A: phone }\nanswer: { accepted: { contains: x } }`,
        /^fields must not have phone/,
      ],
      ["mode", "real", /^This must be test or live/],
      ["price", "45,50", /^This must be dollars/],
      ["daily-cap", "1e3", /^This must be a whole number/],
      ["daily-budget", "100", /^This needs a price/],
      ["hours", "8-18", /^Entry 1 must be hours/],
      ["credentials-end", "soon", /^This must be a day/],
      ["place", "first", /^Use a number/],
    ];
    for (const [field, value, words] of wrong) {
      const { status, text } = await look(newPage, { ...right, [field]: value });
      expect([status, file()], `${field}: ${value}`).toEqual([422, before]);
      expect(faultOf(text, field), `${field}: ${value}`).toMatch(words);
    }
    const email = await look("/console/terms/set-up?kind=email", {
      name: "desk",
      smtp: "mail",
      from: "x",
      to: "a@b.com",
    });
    expect(faultOf(email.text, "smtp")).toMatch(/^This must be smtp:/);
    expect(faultOf(email.text, "from")).toMatch(/^This must be an e-mail address/);
    expect(changes()).toHaveLength(8);
  });

  it("of an address, a kind or a press is no page, or no change", async () => {
    expect((await get("/console/terms/set-up?kind=fax")).status).toBe(404);
    expect((await get(setUp("nobody"))).status).toBe(404);
    expect((await get(setUp("constructor"))).status).toBe(404);
    for (const page of [newPage, orderPage, filePage]) {
      const { status, text } = await look(page, { intent: "all" });
      expect([status, text.includes("You can’t do that here.")], page).toEqual([422, true]);
    }
    const same = await look(setUp("south"), { mode: "test", place: "2" });
    expect([same.status, same.text.includes("Nothing is different")]).toEqual([422, true]);
  });

  it("is a file that was changed since the page was opened", async () => {
    const { text } = await get(setUp("south"));
    const shown = await post(setUp("south"), {
      intent: "save",
      seen: seenIn(text),
      mode: "live",
      place: "2",
    });
    const edited = `${before}# later\n`;
    writeFileSync(path, edited);
    const late = await post(setUp("south"), lookIn(shown.text));
    expect([late.status, late.text.includes("The file was changed since")]).toEqual([422, true]);
    expect(file()).toBe(edited);
    writeFileSync(path, before);
  });
});

it("what was edited by hand waits for the next start", async () => {
  await takenUp();
  writeFileSync(path, before.replace("/north", "/by-hand"));
  await waitFor("the page", async () => (await get(filePage)).text.includes("other receivers"));
  expect(await boughtBy(site.url)).toBe("/north");
  writeFileSync(path, before);
});

it("a file that the site may not write, and none at all, are shown to paste", async () => {
  chmodSync(path, 0o444);
  const shown = await look(setUp("south"), { mode: "live", place: "2" });
  chmodSync(path, 0o644);
  expect([shown.status, file(), lookIn(shown.text)]).toEqual([200, before, {}]);
  expect(shown.text).toMatch(/The site may not write .*mode: {3}live/s);
  await using bare = await startSite({ stubs: false, CLAIMPATH_FILE: " ", SESSION_SECRETS: "s".repeat(32) });
  const own = await signedInCookie(bare, addPerson(bare, "bea", "leads"));
  const ask = (form?: Record<string, string>) =>
    send(bare.url, newPage, { ...(form && { form }), headers: { Cookie: own } });
  const seen = seenIn((await ask()).text);
  const { status, text } = await ask({
    intent: "save",
    seen,
    name: "east",
    url: "https://east.example.com/",
  });
  expect([status, text.includes("This site has no claimpath.yaml.")]).toEqual([200, true]);
  expect(text).toContain("destinations:\n  east:\n    kind: json\n");
});

it("a role that sees no names sees none of these pages, and a stranger's page presses nothing", async () => {
  const masked = await signedInCookie(site, addPerson(site, "mary", "leads-masked"));
  for (const page of [newPage, setUp("south"), orderPage, filePage]) {
    expect((await send(site.url, page, { headers: { Cookie: masked } })).status, page).toBe(403);
    expect((await send(site.url, page, {})).status, page).toBe(404);
    const seen = seenIn((await get(page)).text);
    const form = { intent: "save", seen };
    expect((await send(site.url, page, { form, headers: { Cookie: masked } })).status, page).toBe(403);
    const strange = { Cookie: cookie, "Sec-Fetch-Dest": "document" };
    expect((await send(site.url, page, { form, headers: strange })).status, page).toBe(403);
  }
  expect((await send(site.url, "/console/terms", { headers: { Cookie: masked } })).text).not.toContain(
    "Add a receiver",
  );
  expect(file()).toBe(before);
});
