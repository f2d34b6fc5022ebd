import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { compressed } from "../../../app/server/answers/compress.ts";
import type { ServerEnv } from "../../../app/server/context.ts";

const page = `<!DOCTYPE html>${"<p>ñ 👩‍👧 what happened?</p>".repeat(200)}`;
const html = { "Content-Type": "text/html; charset=utf-8" };

function ask(response: () => Response, accept?: string, method = "GET"): Promise<Response> {
  const app = new Hono<ServerEnv>();
  app.use(compressed);
  app.all("/", response);
  const headers: Record<string, string> = accept === undefined ? {} : { "Accept-Encoding": accept };
  return Promise.resolve(app.request("/", { headers, method }));
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body };

describe("text is compressed as the browser can read it", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0", "gzip"],
    ["gzip;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0", "none"],
    ["deflate", "none"],
    ["*", "none"],
    ["", "none"],
    [undefined, "none"],
  ] as const)("asked with %s: %s", async (accept, encoding) => {
    const answer = await ask(() => new Response(page, { headers: html }), accept);
    const { headers } = answer;
    const body = Buffer.from(await answer.arrayBuffer());
    expect(headers.get("Content-Encoding") ?? "none").toBe(encoding);
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(unpack[encoding](body).toString()).toBe(page);
    if (encoding !== "none") expect(headers.get("Content-Length")).toBe(String(body.length));
  });

  it("keeps the status, every cookie and the Vary header", async () => {
    const headers = new Headers({ ...html, Vary: "Sec-GPC" });
    headers.append("Set-Cookie", "a=1");
    headers.append("Set-Cookie", "b=2");
    const answer = await ask(() => new Response(page, { status: 422, headers }), "br");
    expect(answer.status).toBe(422);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("Vary")).toBe("Sec-GPC, Accept-Encoding");
    expect(answer.headers.get("Content-Type")).toBe(html["Content-Type"]);
  });
});

describe("left as it is", () => {
  const many = "x".repeat(5_000);
  it.each<[string, () => Response, string?]>([
    ["what fits into a packet", () => new Response("short", { headers: html })],
    ["a picture", () => new Response(many, { headers: { "Content-Type": "image/png" } })],
    ["a part of a file", () => new Response(many, { status: 206, headers: html })],
    ["what is packed", () => new Response(many, { headers: { ...html, "Content-Encoding": "zstd" } })],
    ["an answer without a body", () => new Response(null, { status: 303, headers: html })],
    ["an answer to HEAD", () => new Response(null, { headers: html }), "HEAD"],
  ])("%s", async (_what, response, method) => {
    const before = response();
    const after = await ask(response, "br", method);
    expect(after.headers.get("Content-Encoding")).toBe(before.headers.get("Content-Encoding"));
    expect(after.status).toBe(before.status);
    expect(await after.text()).toBe(await before.text());
  });
});
