import { connect } from "node:tls";

const timeoutMs = 10_000;

/**
 * When the certificates of these addresses end, in epoch milliseconds by host; only for https. Nothing is requested or
 * sent; hosts that do not answer, or have an untrusted or expired certificate, are left out, since deliveries there
 * show that.
 */
export async function certificateEnds(addresses: readonly string[]): Promise<Map<string, number>> {
  const secure = addresses.filter((address) => /^https:/i.test(address) && URL.canParse(address));
  const hosts = [...new Set(secure.map((address) => new URL(address).origin))].map(
    (origin) => new URL(origin),
  );
  const found = await Promise.all(hosts.map(async (url) => [url.host, await endOf(url)] as const));
  return new Map(found.flatMap(([host, end]) => (end === undefined ? [] : [[host, end] as const])));
}

function endOf({ hostname, port }: URL): Promise<number | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const options = { host, port: Number(port || 443), servername: /[a-z]/i.test(host) ? host : undefined };
    const socket = connect({ ...options, timeout: timeoutMs }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve(Number.isNaN(end) ? undefined : end);
    });
    socket.unref();
    const giveUp = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.on("error", giveUp);
    socket.on("timeout", giveUp);
  });
}
