import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createCallJson, retryAfterMs } from "../../../services/providers/http.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(
  startStub(({ path }) => ({
    status: path === "/teapot" ? 418 : 200,
    body: { word: "x".repeat(Number(path.slice(1)) || 1) },
  })),
);
const schema = z.object({ word: z.string() });
const call = { provider: "example", timeoutMs: 2000, schema };

describe("callJson", () => {
  test("sends JSON", async () => {
    await callJson({ ...call, url: stub.origin, body: { a: 1 }, headers: { "X-Test": "1" } });
    expect(stub.requests[0]).toMatchObject({ method: "POST", type: "application/json", body: '{"a":1}' });
  });

  test("sends a form", async () => {
    await callJson({ ...call, url: stub.origin, form: { a: "ñ&" } });
    expect(stub.requests[0]).toMatchObject({ method: "POST", body: "a=%C3%B1%26" });
  });

  test("asks with GET when there is nothing to send", async () => {
    expect(await callJson({ ...call, url: stub.origin })).toEqual({ word: "x" });
    expect(stub.requests[0]).toMatchObject({ method: "GET", body: "" });
  });

  test("takes an answer of just under 64 KB and none above", async () => {
    const frame = '{"word":""}'.length;
    const most = 64 * 1024 - frame;
    expect((await callJson({ ...call, url: `${stub.origin}/${most}` })).word).toHaveLength(most);
    await expect(callJson({ ...call, url: `${stub.origin}/${most + 1}` })).rejects.toMatchObject({
      kind: "garbage",
    });
  });

  test.each(["http://127.0.0.1:1/", "http://169.254.169.254/", "https://example.com/"])(
    "never calls %s, which is not on its list",
    holds("T23"),
    async (url) => {
      await expect(callJson({ ...call, url })).rejects.toThrow("not on the outbound list");
      await expect(callJson({ ...call, url })).rejects.not.toThrow(url);
    },
  );

  test("takes scheme and port of a listed place into account", holds("T23"), async () => {
    const only = createCallJson([stub.origin.replace("http:", "https:")]);
    await expect(only({ ...call, url: stub.origin })).rejects.toThrow("not on the outbound list");
  });

  test("does not follow a redirect", holds("T23"), async () => {
    stub.fault = "redirect";
    await expect(callJson({ ...call, url: stub.origin })).rejects.toMatchObject({
      kind: "refused",
      status: 302,
    });
    expect(stub.requests).toHaveLength(1);
  });

  test("uses a connection again, also where nobody waits for the body", async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end(`{"word":"${"x".repeat(20_000)}"}`));
    server.on("connection", () => connections++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = createCallJson([url]);
    // A body may still be on its way when the next call is made: then that one, and no later one, has its own.
    for (let calls = 0; calls < 20; calls++)
      await own({ ...call, url, ...(calls % 2 && { schema: undefined }) });
    expect(connections).toBeLessThan(5);
    server.closeAllConnections();
    server.close();
  });

  test("reads a refusal's body only when asked to", async () => {
    const url = `${stub.origin}/teapot`;
    await expect(callJson({ ...call, url })).rejects.toMatchObject({ kind: "refused", status: 418 });
    expect(await callJson({ ...call, url, readRefusals: true })).toEqual({ word: "x" });
    stub.fault = "4xx";
    await expect(callJson({ ...call, url, readRefusals: true })).rejects.toMatchObject({
      kind: "refused",
      status: 400,
    });
  });
});

describe("retryAfterMs", () => {
  const now = Date.parse("2026-01-02T00:00:00Z");
  test.each([
    [null, undefined],
    ["", undefined],
    ["soon", undefined],
    ["0", 0],
    ["120", 120_000],
    ["999999999", 86_400_000],
    ["Fri, 02 Jan 2026 00:01:00 GMT", 60_000],
    ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
  ])("%j is %s", (header, wait) => expect(retryAfterMs(header, now)).toBe(wait));
});
