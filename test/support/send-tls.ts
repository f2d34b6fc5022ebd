import { type Agent, request } from "node:https";
import { type ReverseProxy, siteName } from "./reverse-proxy.ts";
import { exchange, type Sending } from "./send.ts";

type SendingTls = Omit<Sending, "agent" | "json"> & {
  agent?: Agent;
  /** From which of this machine's addresses. */
  from?: string;
};

/** One request to the site by its own name, through the proxy in front of it; follows no redirect. */
export function sendTls({ ports, certificate: ca }: ReverseProxy, path: string, sending: SendingTls = {}) {
  const { agent = false, from, headers, ...others } = sending;
  const where = { host: "127.0.0.1", port: ports.https, servername: siteName, ca, path, agent };
  const named = { ...others, headers: { Host: siteName, ...headers } };
  return exchange(request, { ...where, localAddress: from }, named);
}

/** The same as `fetch` for visitors that are given one. */
export function fetchTls(proxy: ReverseProxy, from?: string): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const { method } = asked;
    const headers = Object.fromEntries(asked.headers);
    const body = method === "POST" ? await asked.text() : undefined;
    const sent = await sendTls(proxy, pathname + search, { method, headers, body, from });
    const pairs = Object.entries(sent.headers).flatMap(([name, value]) =>
      [value!].flat().map((each): [string, string] => [name, each]),
    );
    return new Response(sent.text, { status: sent.status, headers: pairs });
  };
}
