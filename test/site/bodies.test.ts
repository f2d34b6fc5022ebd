import { beforeAll, describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Sent, send } from "../support/send.ts";
import { counts } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();
let visitor: JsonVisitor;
beforeAll(async () => {
  visitor = await new JsonVisitor(site.url).open();
});

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: site.test", ...lines, "", ""].join("\r\n");
const asForm = "Content-Type: application/x-www-form-urlencoded";

describe("too large a body", holds("T15"), () => {
  it("is refused by its announced length before it is sent, and the connection ends", async () => {
    const answer = await rawRequest(site.url, head("/post-lead", asForm, "Content-Length: 200000000"));
    expect(answer.status).toBe(413);
    expect(answer.head).toMatch(/^connection: close/im);
    expect(answer.body).toContain("more than this form can take");
  });

  it("begins just above 64 KB", async () => {
    const post = (size: number) => send(site.url, "/contact/", { form: { m: "a".repeat(size - 2) } });
    expect((await post(64 * 1024)).status).toBe(422);
    expect((await post(64 * 1024 + 1)).status).toBe(413);
  });
});

it("a body that its sender does not finish is no failure of ours", async () => {
  const loggedLines = () =>
    site.output().match(/"path":"\/do-not-sell-my-information\/","status":\d+/g) ?? [];
  const before = loggedLines().length;
  const post = head("/do-not-sell-my-information/", asForm, "Content-Length: 10");
  await rawRequest(site.url, `${post}a=`, { endAfterMs: 0 });
  await waitFor("its line", () => loggedLines().length > before);
  expect(loggedLines().at(-1)).toMatch(/"status":400$/);
});

describe("JSON that is not as it should be", holds("T16"), () => {
  const facts = () => ({ path: "/survey/c", visit: visitor.token });
  const error = (answer: Sent) => JSON.parse(answer.text) as { error: string; field: string | null };

  it.each([
    ["no object", () => [], null],
    ["null", () => null, null],
    ["no path", () => ({ visit: visitor.token }), "path"],
    ["no survey at the path", () => ({ ...facts(), path: "/survey/zzz", entries: entriesC() }), "path"],
    ["no answers", () => ({ path: "/survey/c" }), "entries"],
    ["a visit of another type", () => ({ ...facts(), visit: 5 }), "visit"],
    ["a visit that is not ours", () => ({ ...facts(), visit: "a.b", entries: entriesC() }), "visit"],
    ["a query of another type", () => ({ ...facts(), query: { s1: 5 } }), "query.s1"],
    ["no entries", () => ({ ...facts(), entries: [] }), "entries"],
    ["a thousand entries", () => ({ ...facts(), entries: Array(1000).fill({ back: "a" }) }), "entries"],
    ["an entry of another shape", () => ({ ...facts(), entries: [{ go: 1 }] }), "entries.0"],
  ])("is answered 400 with the field: %s", async (_name, body, field) => {
    const answer = await visitor.post("/api/progress", body());
    expect(answer.status).toBe(400);
    expect(error(answer).field).toBe(field);
    expect(error(answer).error).toBeTypeOf("string");
  });

  it.each([
    ["not JSON", "{"],
    ["empty", ""],
    ["nested a hundred thousand deep", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["nested in objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ["a lone half of a character", '{"path":"\\ud800","visit":"\\udfff"}'],
    ["a number out of bounds", '{"path":1e999}'],
  ])("is answered 400: %s", async (_name, body) => {
    for (const path of ["/api/progress", "/post-lead"]) {
      const answer = await send(site.url, path, { body, headers: { "Content-Type": "application/json" } });
      expect(answer.status).toBe(400);
      expect(error(answer).error).toBeTypeOf("string");
    }
  });

  it("takes no names from what objects inherit", async () => {
    const entries =
      '[{"answer":{"step":"WhenWasTheAccident","fields":{"__proto__":{"option":"Within 30 Days"}}}}]';
    for (const entry of [
      entries,
      entries.replace("WhenWasTheAccident", "constructor"),
      '[{"back":"__proto__"}]',
    ]) {
      const answer = await send(site.url, "/api/progress", {
        body: `{"__proto__":{"path":"/survey/c"},"path":"/survey/c","visit":"${visitor.token}","entries":${entry}}`,
        headers: { "Content-Type": "application/json", Cookie: visitor.cookie },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(counts(site.databaseFile).visits).toBe(0);
  });

  it("is 415 for any other type, forms and files included", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=a",
      "",
    ]) {
      const headers = { "Content-Type": type };
      const answer = await send(site.url, "/api/progress", { body: JSON.stringify(facts()), headers });
      expect(answer.status, type).toBe(415);
    }
  });
});

describe("forms that are not as they should be", holds("T16"), () => {
  it.each([
    ["ten thousand fields", "a&".repeat(10_000), 400],
    ["names of inherited things", "__proto__=a&constructor=b&toString=c&hasOwnProperty=d", 200],
    ["no text", "%00=%ff%fe&%E0%A4%A=%", 200],
    ["nothing", "", 200],
    ["a visit of 9 KB", `visit=${"a".repeat(9_000)}`, 200],
  ])("never fail: %s", async (_name, body, status) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await send(site.url, "/survey/c", { body, headers })).status).toBe(status);
  });

  it("count the first of equal names", async () => {
    const { token, cookie } = await new JsonVisitor(site.url).open();
    const body = `visit=${token}&step=WhenWasTheAccident&option=Within+30+Days&option=nonsense&step=AtFault`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie };
    const answer = await send(site.url, "/survey/c", { body, headers });
    expect(answer.headers.location).toMatch(/step=OtherDriversVehicleType$/);
  });

  it("are 415 as files", async () => {
    const body = '--a\r\nContent-Disposition: form-data; name="visit"; filename="x"\r\n\r\nb\r\n--a--\r\n';
    for (const path of ["/survey/c", "/contact/"]) {
      const headers = { "Content-Type": "multipart/form-data; boundary=a" };
      expect((await send(site.url, path, { body, headers })).status).toBe(415);
    }
  });
});

describe("a cookie that was altered", holds("T27"), () => {
  it("in any one byte gets a new session, a page, and nobody's answers", async () => {
    const victim = new FormVisitor(site.url);
    await victim.open("/survey/c");
    await victim.post({ option: "Within 30 Days" });
    const known = victim.cookies.get("visit")!;
    expect(victim.screen.step).toBe("OtherDriversVehicleType");
    expect(known.length, "it holds an id and its signature").toBeLessThan(200);

    // Every character of a token is looked at by the units of the seal.
    for (let at = 0; at < known.length - 1; at += 7) {
      const other = known[at] === "A" ? "B" : "A";
      const altered = known.slice(0, at) + other + known.slice(at + 1);
      const page = await send(site.url, "/survey/c", { headers: { Cookie: `visit=${altered}` } });
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('data-step="OtherDriversVehicleType"');
      expect(page.headers["set-cookie"]?.[0]).not.toContain(known);
    }
  });

  it("beyond recognition is no reason to fail", async () => {
    const long = `visit=${"a".repeat(10_000)}`;
    for (const cookie of ["visit=", "visit=%", "visit=a.b.c", "visit=%00.%00", "=", ";;;", long]) {
      const page = await send(site.url, "/survey/c", { headers: { Cookie: cookie } });
      expect(page.status).toBe(200);
      expect(page.text).toContain('data-step="WhenWasTheAccident"');
    }
  });
});
