import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { handBackOverdue } from "../../../app/server/answers/try-again.ts";
import type { ServerEnv } from "../../../app/server/context.ts";
import { isUnderWay, overloadGuard, requestKind } from "../../../app/server/overload/overload-guard.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { noOwnWords } from "../../../services/words/own-words.ts";
import { settingsOf } from "../../support/files.ts";
import { type Sending, type Sent, send } from "../../support/send.ts";

const form = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };
const ours = { cookie: "visit=xyz" };
const json = { "content-type": "application/json" };

it.each([
  ["GET", "/survey/c?affid=7", {}, "page"],
  ["GET", "/", {}, "page"],
  ["HEAD", "/survey/c?file=x.png", {}, "page"],
  ["GET", "/survey/c?affid=7&step=AtFault", ours, "next"],
  ["GET", "/survey/c?affid=7&step=AtFault", {}, "page"],
  ["GET", "/survey/c?affid=7", ours, "page"],
  ["GET", "/survey-thank-you/?email=a", {}, "next"],
  ["GET", "/healthz", {}, "health"],
  ["GET", "/readyz?from=balancer", {}, "health"],
  ["POST", "/healthz", json, "json"],
  ["GET", "/assets/island-x", {}, "file"],
  ["GET", "/logo.svg", {}, "file"],
  ["POST", "/survey/c", form, "form"],
  ["POST", "/api/progress", json, "json"],
  ["POST", "/assets/x.js", {}, "json"],
])("the request %s %s is admitted by its kind while the site is busy", (method, url, headers, kind) => {
  expect(requestKind({ method, url, headers } as IncomingMessage, false)).toBe(kind);
});

it.each([
  ["GET", undefined, false, false],
  ["GET", "a=b; visit=xyz", false, true],
  ["GET", "a=b; visit=xyz", true, false],
  ["HEAD", "__Host-visit=xyz", true, true],
  ["POST", undefined, true, true],
])("a %s with cookies %s, over https %s, belongs to a visit under way: %s", (method, cookie, https, is) => {
  expect(isUnderWay({ method, headers: { cookie } } as IncomingMessage, https)).toBe(is);
});

/** A server that takes 60 ms of its only thread for each request, forms that are handed back aside. */
async function slowServer() {
  const settings = settingsOf({ SITE_ORIGIN: "https://site.test", "company.phone": "+18775550142" });
  const metrics = createMetrics();
  const said: string[] = [];
  const guard = await overloadGuard({ settings, metrics, log: (event) => said.push(event) });
  const app = new Hono<ServerEnv>();
  app.use(handBackOverdue(async (c, { body }) => c.text(`handed back: ${body}`, 503)));
  app.all("*", (c) => {
    for (const end = performance.now() + 60; performance.now() < end; );
    return c.text("ok");
  });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) =>
    guard(request, response, () => listener(request, response)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, settings, metrics, said, [Symbol.asyncDispose]: async () => void server.close() };
}

it("an overloaded process says plainly that it is busy, and loses nothing", async () => {
  await using server = await slowServer();
  const ask = (count: number, path: string, sending?: Sending) =>
    Promise.all(Array.from({ length: count }, () => send(server.url, path, sending)));
  const began = performance.now();
  const [posts, forms, files, spanish, english, health] = await Promise.all([
    ask(70, "/api/progress", { json: {} }),
    ask(20, "/survey/c", { form: { message: "typed" } }),
    ask(6, "/assets/x.js"),
    ask(20, "/survey/v4nv-es"),
    ask(20, "/about-us/"),
    ask(1, "/healthz").then(([answer]) => ({ ...answer!, at: performance.now() - began })),
  ]);

  expect(health.status).toBe(200);
  expect(files.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const [post] = busy(posts);
  expect(JSON.parse(post!.text)).toEqual({ error: expect.stringMatching(/try again/), field: null });
  expect(posts.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
  expect(busy(forms)[0]!.text).toBe("handed back: message=typed");
  for (const [answers, language, words] of [
    [spanish, "es", "Espere un momento, por favor"],
    [english, "en", "Please wait a moment"],
  ] as const) {
    const { text, headers } = busy(answers)[0]!;
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${words}</h1>`);
    expect(text).toContain('<a class="button" href="">');
    expect(text).toContain('href="tel:+18775550142"');
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "retry-after": "5",
      "cache-control": "no-store",
      "strict-transport-security": expect.stringContaining("includeSubDomains"),
      "x-content-type-options": "nosniff",
    });
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(text)!;
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
  }

  expect(server.said).toEqual(["overload.began"]);
  const counted = await server.metrics.text();
  for (const [kind, answers] of Object.entries({
    page: [...spanish, ...english],
    json: posts,
    form: forms,
  })) {
    expect(counted).toContain(`claimpath_requests_refused_total{kind="${kind}"} ${busy(answers).length}\n`);
  }
  expect(counted).toContain("claimpath_requests_waiting 0\n");
});

it("an overloaded process says so in the words that its owner has changed while it ran", async () => {
  await using server = await slowServer();
  const own = structuredClone(messagesIn("en"));
  own.trouble.tryAgain.title = "Wait, please";
  server.settings.ownWords = { ...noOwnWords, revision: 1, messages: () => own };
  const overload = async () =>
    busy(await Promise.all(Array.from({ length: 60 }, () => send(server.url, "/about-us/"))));
  // One sweep may refuse all that wait, so the first of them to notice the change can be the last one refused.
  await overload();
  for (const { text } of await overload()) expect(text).toContain("<h1>Wait, please</h1>");
});

it("a visitor who has just submitted a lead sees the thank-you page under any load", async () => {
  await using server = await slowServer();
  const newcomers = Array.from({ length: 40 }, () => send(server.url, "/survey/c"));
  const filed = Array.from({ length: 24 }, async () => {
    const { status } = await send(server.url, "/post-lead", { json: {} });
    return status === 200 ? send(server.url, "/survey-thank-you/") : undefined;
  });
  const answered = Array.from({ length: 10 }, async (_, number) => {
    const headers = { Cookie: "__Host-visit=x" };
    return (await send(server.url, `/survey/c?step=Question${number}`, { headers })).status;
  });
  const thanks = (await Promise.all(filed)).filter((page) => page !== undefined);
  expect(thanks.length).toBeGreaterThan(5);
  expect(thanks.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await Promise.all(answered)).toEqual(Array(10).fill(200));
  busy(await Promise.all(newcomers));
});

function busy(answers: readonly Sent[]): Sent[] {
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  return refused;
}
