import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Wire = Awaited<ReturnType<typeof startWire>>;

/** PostgreSQL's message that it is idle, outside of a transaction; what it says before is of its last statement. */
const idle = Buffer.from([0, 0x5a, 0, 0, 0, 5, 0x49]).toString("latin1");
const isCommitted = (bytes: Buffer) => {
  const [said = "", ...more] = bytes.toString("latin1").split(idle);
  return more.length > 0 && /(?:COMMIT|INSERT 0 \d+|UPDATE \d+)$/.test(said);
};

/** The network between the site and its database: a TCP proxy that can be made to fail. */
export async function startWire(host: string, toPort: number) {
  let target = toPort;
  let state: "open" | "refused" | "silent" = "open";
  let toSwallow = 0;
  let swallowed = 0;
  const pairs = new Set<[Socket, Socket]>();
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const server = createServer((client) => {
    client.on("error", () => {});
    if (state === "refused") return void client.destroy();
    const database = connect(target, host);
    const pair: [Socket, Socket] = [client, database];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    database.on("error", () => {});
    client.on("close", end);
    database.on("close", end);
    client.on("data", (bytes) => {
      if (state !== "silent") database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (state === "silent") return;
      if (toSwallow > 0 && isCommitted(bytes)) {
        toSwallow -= 1;
        swallowed += 1;
        return end();
      }
      client.write(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** Connections from now on go there, and those there are end. */
    leadTo(port: number) {
      target = port;
      endAll();
    },
    /** Connections end and no new ones are taken, or nothing gets through any more either way. @returns mends it */
    cut(how: "refused" | "silent") {
      state = how;
      if (how === "refused") endAll();
      return () => {
        state = "open";
        // What was in between is lost: a connection that goes on would miss a part of its words.
        endAll();
      };
    },
    /** The next answers to a commit do not arrive: their connections end instead. @returns how many did not, so far */
    swallowCommits(most: number) {
      swallowed = 0;
      toSwallow = most;
      return () => swallowed;
    },
    end() {
      endAll();
      server.close();
    },
  };
}
