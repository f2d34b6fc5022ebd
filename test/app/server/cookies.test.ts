import { type Context, Hono } from "hono";
import { describe, expect, it } from "vitest";
import { optOuts } from "../../../app/server/requests/request-facts.ts";
import { newSessionId, sessionCookie } from "../../../app/server/sessions/session-cookie.ts";

describe("the session's cookie", () => {
  const sent = (cookie: string) => cookie.split(";")[0]!;
  const cookieOf = (...secrets: string[]) => sessionCookie({ secrets }, true, 60);
  const made = (id: string, ...secrets: string[]) =>
    sent(
      cookieOf(...secrets)
        .read(undefined)
        .cookieFor(id),
    );
  const read = (header: string, ...secrets: string[]) => cookieOf(...secrets).read(header).id;

  it("is signed by the newest secret and read by all of them", () => {
    const id = newSessionId();
    expect(read(made(id, "old"), "new", "old")).toBe(id);
    expect(read(made(id, "new", "old"), "old")).toBeNull();
  });

  it("goes on as it is while its key is the newest, and moves to a newer key when it is prolonged", () => {
    const [id, first] = [newSessionId(), { at: 5, referer: "https://ads.example/" }];
    const old = sent(cookieOf("old").read(undefined).cookieFor(id, first));
    expect(sent(cookieOf("old").read(old).cookieFor(id))).toBe(old);
    const moved = sent(cookieOf("new", "old").read(old).cookieFor(id));
    expect(cookieOf("new").read(moved)).toMatchObject({ id, first });
  });

  it("names no invalid session, even one that we signed", () => {
    for (const id of ["", "a", "a".repeat(23), `${"a".repeat(21)}'`]) {
      expect(read(made(id, "new"), "new"), id).toBeNull();
    }
  });

  it("is found among other cookies of any length", () => {
    const id = newSessionId();
    expect(read(`a=${"b".repeat(9_000)}; ${made(id, "new")}; c=${"d".repeat(9_000)}`, "new")).toBe(id);
  });
});

it("the session's cookie reveals the referrer to nobody", () => {
  const cookieOf = (...secrets: string[]) => sessionCookie({ secrets }, true, 60);
  const first = { at: 5, referer: "https://ads.example/?q=neck+pain" };
  const cookie = cookieOf("old").read(undefined).cookieFor(newSessionId(), first).split(";")[0]!;
  expect(cookieOf("new", "old").read(cookie).first).toEqual(first);
  expect(Buffer.from(cookie.split(/[=.]/)[1]!, "base64url").toString()).not.toContain("ads");
});

describe("an opt-out", () => {
  const optOutOf = async (headers: Record<string, string>) => {
    const app = new Hono().get("/", (c: Context) =>
      c.json(optOuts(false).of((name) => c.req.header(name)) ?? null),
    );
    return (await app.request("/", { headers })).json();
  };

  it.each([
    [{}, null],
    [{ "Sec-GPC": "1" }, "gpc"],
    [{ "Sec-GPC": "0" }, null],
    [{ Cookie: "opt-out=gpc" }, "gpc"],
    [{ Cookie: "opt-out=1" }, "do-not-sell"],
    [{ Cookie: "opt-out=1", "Sec-GPC": "1" }, "gpc"],
  ])("by %o is %o", async (headers, by) =>
    expect(await optOutOf(headers as Record<string, string>)).toBe(by),
  );
});
