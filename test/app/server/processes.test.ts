import { once } from "node:events";
import { get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { drain, listen } from "../../../app/server/processes/listen.ts";

afterEach(() => {
  vi.useRealTimers();
});

const graceMs = 10_000;

/** A server with one request in progress, which is answered on demand. */
async function answering() {
  let finish: () => void = () => {};
  const listener: RequestListener = (_, response) => {
    finish = () => response.end("whole");
    server.emit("asked");
  };
  const server: Server = await listen(listener, {
    port: 0,
    host: "127.0.0.1",
    siteOrigin: "http://localhost",
  });
  const { port } = server.address() as AddressInfo;
  const isAsked = once(server, "asked");
  // Without an agent, the connection serves this request alone.
  const request = get({ port, host: "127.0.0.1", agent: false });
  const answer = once(request, "response").then(([response]) => text(response as IncomingMessage));
  answer.catch(() => {});
  await isAsked;
  return { server, answer, finish: () => finish() };
}

it("a stop lets a request in progress finish within its time limit", async () => {
  const { server, answer, finish } = await answering();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drained = drain(server, graceMs);
  vi.advanceTimersByTime(graceMs - 1);
  finish();
  expect(await answer).toBe("whole");
  await drained;
  expect(vi.getTimerCount()).toBe(0);
});

it("a request that takes longer is cut off", async () => {
  const { server, answer } = await answering();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drained = drain(server, graceMs);
  vi.advanceTimersByTime(graceMs);
  await drained;
  await expect(answer).rejects.toThrow();
});

it("a taken port and a foreign address are reported in one sentence", async () => {
  const foreign = listen(() => {}, { port: 0, host: "192.0.2.1", siteOrigin: "http://localhost" });
  await expect(foreign).rejects.toThrow("192.0.2.1 is no address of this machine: set HOST to another one.");
  const { server, finish, answer } = await answering();
  const { port } = server.address() as AddressInfo;
  const again = listen(() => {}, { port, host: "127.0.0.1", siteOrigin: "http://localhost" });
  await expect(again).rejects.toThrow(`Port ${port} is already in use: set PORT to another one.`);
  finish();
  await answer;
  await drain(server, graceMs);
});
