import { lookup } from "node:dns";
import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

import { isIP, type LookupFunction } from "node:net";
import { hostOf, isLinkLocal } from "../settings/near-addresses.ts";

/** Connections are kept for the next call; not for long, because a server closes what is idle without a word. */
const kept = { keepAlive: true, timeout: 4_000 };
type Way = { request: typeof request; agent: Agent; chosen: Agent };
let ways: { plain: Way; secure: Way } | undefined;

/** Made with the first call, when the environment is complete. Node's own agents use a proxy then too. */
function waysOut() {
  const { env } = process;
  const options = { ...kept, ...(env.NODE_USE_ENV_PROXY === "1" && { proxyEnv: env }) };
  ways ??= {
    plain: { request, agent: new Agent(options), chosen: new Agent(options) },
    secure: { request: secureRequest, agent: new SecureAgent(options), chosen: new SecureAgent(options) },
  };
  return ways;
}

export type Exchange = {
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** Covers everything from connecting to the last byte of the answer. */
  timeoutMs: number;
  /** Which addresses (of the network, not of the web) are not called; link-local ones never are. */
  refuses?: (address: string) => boolean;
};

/** The error of a call to a host whose address may not be called. */
export class Refused extends Error {}

/** Looks a name up, and gives no address where one of those found is not called. */
function looking(refuses: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found = []) => {
      const [first] = found;
      if (error || !first) return done(error ?? new Error("no address"), "");
      if (found.some(({ address }) => refuses(address))) return done(new Refused(), "");
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
}

/** The error of a call that took too long. */
export class TooLate extends Error {}
/** The error of a call whose connection ended after it was established, so that the request may have arrived. */
export class BrokenOff extends Error {}

/** The fault of a receiver's certificate, in words, where it failed a call. */
export function certificateFault(error: unknown): string | undefined {
  const { code = "" } = (error ?? {}) as { code?: string };
  return /CERT|UNABLE_TO_VERIFY/.test(code) ? `has a certificate that is not trusted (${code})` : undefined;
}

/**
 * Sends one request; redirects are not followed. A quarter of the cost of `fetch`. Behind a proxy names are looked up
 * by the proxy, whose own rules decide what it calls.
 * @returns the answer, its body unread
 */
export function exchange(
  url: URL,
  { method, headers, body, timeoutMs, refuses = isLinkLocal }: Exchange,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const by = waysOut()[isSecure ? "secure" : "plain"];
  return new Promise((resolve, reject) => {
    const host = hostOf(url.href);
    if (isIP(host) !== 0 && refuses(host)) return reject(new Refused());
    const isProxied = process.env.NODE_USE_ENV_PROXY === "1";
    // A connection that was made with fewer questions is not used for a call with more.
    const agent = refuses === isLinkLocal ? by.agent : by.chosen;
    const sent = by.request(url, { method, headers, agent, ...(!isProxied && { lookup: looking(refuses) }) });
    let answer: IncomingMessage | undefined;
    const late = setTimeout(() => (answer ?? sent).destroy(new TooLate()), timeoutMs);
    late.unref();
    sent.on("response", (begun) => {
      answer = begun;
      resolve(begun);
    });
    let isConnected = false;
    sent.on("socket", (socket) => {
      // A proxied socket is handed over already connected.
      isConnected = !socket.connecting && !(socket as { secureConnecting?: boolean }).secureConnecting;
      if (!isConnected) socket.once(isSecure ? "secureConnect" : "connect", () => (isConnected = true));
    });
    sent.on("error", (error) => reject(isConnected && !(error instanceof TooLate) ? new BrokenOff() : error));
    sent.on("close", () => clearTimeout(late));
    sent.end(body);
  });
}

/** Reads a body as text without its byte order mark, but gives up (undefined) as soon as it is longer than `maxBytes`. */
export async function readCapped(answer: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const bytes = await readBytes(answer, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

/** The same, as raw bytes. */
export function readBytes(answer: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    answer.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      resolve(undefined);
      answer.destroy();
    });
    answer.on("end", () => resolve(Buffer.concat(chunks)));
    answer.on("error", (error) => reject(error instanceof TooLate ? error : new BrokenOff()));
  });
}
