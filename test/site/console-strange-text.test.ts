import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { databases } from "../support/databases.ts";
import { siteOnDatabase } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import { sqlOn } from "../support/store-reader.ts";
import { JsonVisitor } from "../support/visitors.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-people-"));

/** Every field that the console takes, with what has to be beside it for the text to get anywhere. */
const posts: [path: string, field: string, beside?: Record<string, string>][] = [
  ["/console/sign-in", "name"],
  ["/console/sign-in", "password", { name: "ana" }],
  ["/console/sign-in", "code", { name: "ana" }],
  ["/console/sign-in", "intent", { name: "ana" }],
  ["/console/start", "key"],
  ["/console/sessions", "session"],
  ["/console/account", "password", { intent: "password" }],
  ["/console/account", "wanted", { intent: "password" }],
  ["/console/account", "offer", { intent: "factor" }],
  ["/console/account", "newCode", { intent: "factor" }],
  ["/console/people", "person", { why: "a" }],
  ["/console/people", "why", { person: "nobody" }],
  ["/console/renew", "key"],
  ["/console/deliveries", "intent", { destination: "lead-prosper" }],
  ["/console/deliveries", "destination", { intent: "pause" }],
  ["/console/deliveries", "message", { intent: "retry" }],
  ["/console/deliveries", "message", { intent: "park" }],
  ["/console/leads/LEAD", "intent"],
  ["/console/leads/LEAD", "remark", { intent: "note" }],
  ["/console/leads/LEAD", "message", { intent: "retry" }],
  ["/console/privacy", "email", { intent: "find" }],
  ["/console/privacy", "phone", { intent: "find" }],
  ["/console/privacy", "intent", { email: "nobody@example.com" }],
  ["/console/privacy", "confirmation", { intent: "erase", email: "nobody@example.com" }],
  ["/console/privacy/copy", "email"],
  ["/console/privacy/copy", "phone"],
];

describe("a text that is none", holds("T112"), () => {
  // PostgreSQL, which refuses more than SQLite does.
  const { site } = siteOnDatabase(databases[1].start, () => ({
    TRUST_PROXY: "1",
    CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
  }));
  let cookie = "";
  let lead = "";
  let networks = 0;
  beforeAll(async () => {
    const member = addPerson({ databaseUrl: `file:${join(folder, "x.db")}` }, "ana", "leads");
    cookie = await signedInCookie(site, member);
    await (await new JsonVisitor(site.url).open()).finish();
    [{ id: lead } = { id: "" }] = await sqlOn<{ id: string }>(site.databaseUrl, "select id from leads");
  });

  /** @param value as it is percent-encoded in the form */
  const post = (path: string, field: string, value: string, beside: Record<string, string> = {}) =>
    send(site.url, path.replace("LEAD", lead), {
      body: `${new URLSearchParams(beside)}&${field}=${value}`,
      method: "POST",
      headers: {
        Cookie: cookie,
        Accept: "text/html",
        "Content-Type": "application/x-www-form-urlencoded",
        // Wrong sign-ins are counted by network.
        "X-Forwarded-For": `198.51.${++networks}.7`,
      },
    });
  const words = ({ text }: Sent) => text.replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]*>/gs, " ");

  const [none, half, long] = [
    ["%00", "Ana%00Rivera", "213555%000123"],
    ["%ED%A0%80%FF%FE", "%F0%9F%98"],
    ["x".repeat(60_000)],
  ];
  it.each([
    ["a NUL", none, [400, 422]],
    ["bytes that are no characters", half, [200, 302, 303, 400, 404, 422]],
    ["sixty thousand characters", long, [400, 404, 422]],
  ])("is refused in words in every field: %s", async (_what, values, statuses) => {
    for (const [path, field, beside] of posts) {
      for (const value of values) {
        const answer = await post(path, field, value, beside);
        expect(statuses, `${path} ${field}=${value.slice(0, 30)}: ${answer.status}`).toContain(answer.status);
        if (answer.status >= 400) expect(words(answer), `${path} ${field}`).toMatch(/[a-z]+ [a-z]+/i);
        expect(answer.text).not.toMatch(/\0|\ud800|x{60000}/);
      }
    }
  });

  it("leaves no note, no pause and no erasure behind", async () => {
    const rows = await sqlOn<{ remark: string }>(site.databaseUrl, "select remark from lead_notes");
    // Bytes that are no characters are marks in a note, which is the person's own.
    expect(rows.every(({ remark }) => !/[\0x]/.test(remark))).toBe(true);
    expect(await sqlOn(site.databaseUrl, "select * from pauses")).toEqual([]);
    expect(await sqlOn(site.databaseUrl, "select id from leads where erased_at is not null")).toEqual([]);
  });
});
