import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { answersC } from "../../../test/support/answers.ts";
import { siteForTests } from "../../../test/support/during.ts";
import { holds } from "../../../test/support/holds.ts";
import { FormVisitor } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

const site = siteForTests({ stubs: false });

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: site.test", ...lines, "", ""].join("\r\n");
const asForm = "Content-Type: application/x-www-form-urlencoded";

type Slow = {
  first: string /** Sent again and again, with pauses. */;
  drip?: string /** Takes in nothing. */;
  isDeaf?: boolean;
};

/** Ways to hold on to a connection. */
const ways: Record<string, Slow> = {
  "nothing at all": { first: "" },
  "headers that stop": { first: "GET / HTTP/1.1\r\nHost: site.test\r\n" },
  "headers that never end": { first: "GET / HTTP/1.1\r\nHost: site.test\r\n", drip: "X: a\r\n" },
  "a body that never comes": { first: head("/contact/", asForm, "Content-Length: 10") },
  "a body that stops": { first: `${head("/contact/", asForm, "Content-Length: 10")}a=` },
  "a body that never ends": { first: head("/contact/", asForm, "Content-Length: 60000"), drip: "a" },
  "a chunk that never ends": {
    first: `${head("/contact/", asForm, "Transfer-Encoding: chunked")}ff\r\na`,
    drip: "a",
  },
  "pages that are asked for and not read": {
    first: "GET /videos/first-hour.mp4 HTTP/1.1\r\nHost: site.test\r\n\r\n".repeat(200),
    isDeaf: true,
  },
};
const each = 20;

type Client = { way: string; port: number; stop(): void };

function open(way: string, { first, drip, isDeaf }: Slow): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    const dripping = drip && setInterval(() => socket.writable && socket.write(drip), 1_000);
    socket.once("error", reject);
    socket.once("connect", () => {
      // We wait for the server to cut the line.
      socket.off("error", reject).on("error", () => {});
      if (isDeaf) socket.pause();
      else socket.resume();
      socket.write(first);
      const stop = () => {
        clearInterval(dripping || undefined);
        socket.destroy();
      };
      resolve({ way, port: socket.localPort!, stop });
    });
  });
}

/** Ports of the clients whose connections the server holds, as the kernel knows it. */
function heldPorts(): Set<number> {
  const { port } = new URL(site.url);
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  const ends = rows.map((row) => row.trim().split(/\s+/));
  const port16 = (address: string) => Number.parseInt(address.split(":")[1]!, 16);
  const established = "01";
  return new Set(
    ends
      .filter(([, local, , state]) => port16(local!) === Number(port) && state === established)
      .map(([, , remote]) => port16(remote!)),
  );
}

it("slow clients are dropped by the server, which keeps serving others", holds("T31"), async () => {
  const clients = await Promise.all(
    Object.entries(ways).flatMap(([way, slow]) => Array.from({ length: each }, () => open(way, slow))),
  );
  try {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step) await visitor.post(answersC[visitor.screen.step]!);
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);

    const held = () => {
      const ports = heldPorts();
      return [...new Set(clients.filter(({ port }) => ports.has(port)).map(({ way }) => way))];
    };
    await waitFor("the server to let everybody go", () => held().length === 0, 240_000).catch((error) => {
      throw new Error(`${error.message}; held: ${held().join(", ")}`);
    });
    expect((await visitor.open("/survey/c")).status).toBe(200);
  } finally {
    for (const client of clients) client.stop();
  }
});
