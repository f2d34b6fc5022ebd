/**
 * The visitor's address: what the outermost trusted proxy saw. Entries further left in
 * X-Forwarded-For are the visitor's own word and are not believed.
 * @param trustedProxies how many proxies of ours stand in front
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), socketAddress].filter(Boolean);
  const address = hops.at(-1 - trustedProxies) ?? hops[0] ?? "";
  return withoutPort(address)
    .replace(/^::ffff:/i, "")
    .slice(0, 45);
}

/** Some proxies write `192.0.2.1:443` or `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
