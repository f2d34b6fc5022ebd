import { type Agent, request } from "node:https";
import { type ReverseProxy, siteName } from "./reverse-proxy.ts";
import type { Sending, Sent } from "./send.ts";

export type SentTls = Sent & {
  /** Names of the headers as they came, in lower case. */
  names: string[];
  /** Our end of the connection. */
  port: number;
};

type SendingTls = Omit<Sending, "agent" | "json"> & {
  agent?: Agent;
  /** From which of this machine's addresses. */
  from?: string;
};

/** One request to the site by its own name, through the proxy in front of it; follows no redirect. */
export function sendTls(proxy: ReverseProxy, path: string, sending: SendingTls = {}): Promise<SentTls> {
  const { form, headers, agent = false, from } = sending;
  const body = sending.body ?? (form && new URLSearchParams(form).toString());
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port: proxy.ports.https,
      servername: siteName,
      ca: proxy.certificate,
      path,
      method: sending.method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Host: siteName,
        ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
        ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
        ...headers,
      },
      agent,
      localAddress: from,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const { localPort } = response.socket;
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          names: response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
          text: Buffer.concat(chunks).toString("utf8"),
          port: localPort!,
        }),
      );
    });
    outgoing.end(body);
  });
}

/** The same as `fetch` for visitors that are given one. */
export function fetchTls(proxy: ReverseProxy, from?: string): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const url = new URL(asked.url);
    const text = await asked.text();
    const {
      status,
      headers,
      text: body,
    } = await sendTls(proxy, url.pathname + url.search, {
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
      body: asked.method === "POST" ? text : undefined,
      from,
    });
    const pairs = Object.entries(headers).flatMap(([name, value]) =>
      [value!].flat().map((each): [string, string] => [name, each]),
    );
    return new Response(body, { status, headers: pairs });
  };
}
