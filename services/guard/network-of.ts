import { isIP } from "node:net";

/** An IPv6 address counts by its first half: one subscriber has all the rest. */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - before!.length - after!.length;
  const groups = [...before!, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after!];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const ownAddresses =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** True for an address that no visitor on the internet has: this machine's, a private network's, or none at all. */
export function isPrivate(ip: string): boolean {
  return isIP(ip) === 0 || ownAddresses.test(ip);
}
