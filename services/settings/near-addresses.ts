import { BlockList, isIP } from "node:net";

function listOf(...networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

const loopback = listOf("127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128");
/** Where clouds serve a machine's own keys; no receiver has such an address. */
const linkLocal = listOf("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128");
/** Addresses that no network of others has: private, shared by a carrier's customers, for tests, groups. */
const unrouted = listOf(
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "192.0.0.0/24",
  "198.18.0.0/15",
  "192.88.99.0/24",
  "224.0.0.0/3",
  "fc00::/7",
  "fec0::/10",
  "ff00::/8",
  "64:ff9b::/96",
  "2002::/16",
);
/** Names that nobody outside can have. */
const nearName = /(?:^|\.)(?:localhost|localdomain|internal|intranet|local|lan|home|corp|home\.arpa)$/;

/** Stubs run here. `localhost` is every name below it, too (RFC 6761), and the unspecified address is this machine. */
export const ownMachine =
  /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f..|0):\w+\])\.?$/;

/** Whether an address (an IPv4 one may be written as IPv6) is this machine. */
export const isHere = (address: string) => isIn(loopback, address);
/** Whether it is an address that nothing is ever sent to. */
export const isLinkLocal = (address: string) => isIn(linkLocal, address);
/** Whether it is this machine, or of a network that only some can reach. */
export const isNear = (address: string) =>
  [loopback, linkLocal, unrouted].some((list) => isIn(list, address));

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** The host of an address as programs look it up: without the brackets of IPv6 and a dot at its end. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Whether the host of an address is near by what it is called; a name of one word is one of this network. */
export function isNearByName(address: string): boolean {
  const host = hostOf(address);
  return isIP(host) === 0 ? !host.includes(".") || nearName.test(host) : isNear(host);
}

/** True for an address that leads to this machine itself. */
export function isThisMachine(address: string): boolean {
  return URL.canParse(address) && ownMachine.test(new URL(address).hostname);
}

/** True for an address of this machine itself: a stub, never a real service. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
