import { isIP } from "node:net";

/**
 * The visitor's address: what the outermost trusted proxy saw. Entries further left in
 * X-Forwarded-For are the visitor's own word and are not believed.
 * @param trustedProxies how many proxies of ours stand in front
 * @returns '' for what is no address, such as `unknown`
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), socketAddress].filter(Boolean);
  const address = withoutPort(hops.at(-1 - trustedProxies) ?? hops[0] ?? "");
  // A zone is known to its own machine alone.
  if (isIP(address) === 0 || address.includes("%")) return "";
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined) return address.replace(/^::ffff:/i, "");
  return [high, low!]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join(".");
}

/** Some proxies write `192.0.2.1:443` or `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
