import { once } from "node:events";
import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
  request,
} from "node:http";
import { buffer } from "node:stream/consumers";

export type Sent = { status: number; headers: IncomingHttpHeaders; text: string };
export type Sending = {
  method?: string;
  headers?: Record<string, string>;
  /** Posted as an HTML form would post it. */
  form?: Record<string, string>;
  /** Posted as the island would post it. */
  json?: unknown;
  body?: string | Buffer;
  /** Whose connections are used; without one, a connection of the request's own. */
  agent?: Agent;
};

/** One request with exactly the headers that are given; follows no redirect. */
export async function send(origin: string, path: string, sending: Sending = {}): Promise<Sent> {
  const { hostname, port } = new URL(origin);
  const where = { host: hostname, port, path, agent: sending.agent ?? false };
  const { status, headers, text } = await exchange(request, where, sending);
  return { status, headers, text };
}

/**
 * Sends a request and reads its answer.
 * @param begin of node:http or node:https
 * @returns also the names of the headers as they came, in lower case, and the port of our end
 */
export async function exchange(
  begin: (options: RequestOptions) => ClientRequest,
  where: RequestOptions,
  { form, json, method, headers, ...sending }: Omit<Sending, "agent">,
): Promise<Sent & { names: string[]; port: number }> {
  const asText = form ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const body = sending.body ?? asText;
  const type = form ? "application/x-www-form-urlencoded" : json !== undefined && "application/json";
  const outgoing = begin({
    ...where,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(type && { "Content-Type": type }),
      ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
      ...headers,
    },
  });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  // What goes wrong from here on is seen in the answer.
  outgoing.on("error", () => {});
  const names = response.rawHeaders.filter((_: string, index: number) => index % 2 === 0);
  const answered = {
    status: response.statusCode,
    headers: response.headers,
    port: response.socket.localPort,
  };
  const text = (await buffer(response)).toString("utf8");
  return { ...answered, names: names.map((name: string) => name.toLowerCase()), text };
}

/** The Cookie header a browser would send after this answer. */
export function cookieOf({ headers }: Sent): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}
