import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests({ ALERT_SECONDS: "86400", ADMIN_PORT: "0", HOST: "" });

/** Has an address blocked, which takes it twice. */
async function block(email: string) {
  const visitor = await new JsonVisitor(site.url).open();
  const entries = entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }).slice(0, -1);
  await visitor.progress(entries);
  await visitor.progress(entries.slice(-1));
}

it("many blocked addresses are one alert for a while, and each is in the log", holds("T51"), async () => {
  const lines = () => site.output().split('"event":"email.blocked"').length - 1;
  // One after the other: a site that is too busy would refuse some of them.
  for (let nth = 0; nth < 9; nth++) await block(`bad${nth}@mailinator.com`);
  await waitFor("the alert and the lines", () => site.stubs.chat.requests.length > 0 && lines() === 9);
  expect(site.stubs.chat.requests).toHaveLength(1);
});

it.each(["/", "/survey/c", "/contact/"])(
  "a request for %s of two hosts is no request",
  holds("T52"),
  async (path) => {
    const { port, host } = new URL(site.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHOST: evil.test\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: /i);
  },
);

it("the site listens to IPv4 and IPv6 unless told otherwise", async () => {
  const { port } = new URL(site.url);
  // A machine without IPv6 has nobody who asks by it.
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  );
  const hosts = hasIpv6 ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"];
  for (const host of hosts) expect((await fetch(`http://${host}:${port}/healthz`)).status, host).toBe(200);
});

it("metrics are not read under somebody else's name", holds("T52"), async () => {
  await waitFor("the metrics' address", () => /Metrics: http\S+\n/.test(site.output()));
  const [, address] = /Metrics: (http\S+)\/metrics\n/.exec(site.output())!;
  const status = async (host: string) =>
    (await send(address!, "/metrics", { headers: { Host: host } })).status;
  expect(
    await Promise.all(["evil.test", "127.0.0.1.evil.test:80", "localhost:1", "127.0.0.1"].map(status)),
  ).toEqual([421, 421, 200, 200]);
});
