import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Ports that nobody listens on, all different. They lie below those that the system hands out by itself, so that no
 * other test is given one of them before it is used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probes.push(probe);
    ports.push(port);
  }
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
