import { isIP } from "node:net";

/** An IPv6 address counts by its first half: one subscriber has all the rest. */
export function networkOf(ip: string): string {
  return ip.includes(":") ? prefixOf(ip, 4) : ip;
}

/** An IPv6 address is in three networks, several of which one household may have; an IPv4 address stands for itself. */
export function subscribersOf(ip: string): string[] {
  return networksOf(ip).slice(0, isIP(ip) === 4 ? 1 : 3);
}

/**
 * The networks of an address, the smallest first: the address and its /24, or its /64, /56 and /48, of which a provider
 * gives one to a household. Invalid addresses count as one network.
 */
export function networksOf(ip: string): string[] {
  if (isIP(ip) === 4) return [ip, `${ip.slice(0, ip.lastIndexOf("."))}.0/24`];
  if (isIP(ip) !== 6) return ["no address"];
  const half = prefixOf(ip, 4);
  const last = Number.parseInt(half.slice(half.lastIndexOf(":") + 1), 16);
  return [half, `${prefixOf(ip, 3)}:${(last >> 8).toString(16)}/56`, `${prefixOf(ip, 3)}/48`];
}

/** The network that holds very many others: one of some ten thousand. */
export function widestOf(ip: string): string {
  if (isIP(ip) === 6) return `${prefixOf(ip, 2)}/32`;
  return `${ip.split(".").slice(0, 2).join(".")}/16`;
}

/** The first groups of an IPv6 address, each in its shortest form. */
function prefixOf(ip: string, groups: number): string {
  const [head = "", tail] = ip.split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - before!.length - after!.length;
  return [...before!, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after!]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const ownAddresses =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** True for an address that no visitor on the internet has: this machine's, or a private network's. */
export function isPrivate(ip: string): boolean {
  return isIP(ip) !== 0 && ownAddresses.test(ip);
}
