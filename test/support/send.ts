import { type Agent, type IncomingHttpHeaders, request } from "node:http";

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
export function send(origin: string, path: string, sending: Sending = {}): Promise<Sent> {
  const { form, json } = sending;
  const asText = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? json
      : JSON.stringify(json);
  const body = sending.body ?? asText;
  const type = form
    ? { "Content-Type": "application/x-www-form-urlencoded" }
    : json !== undefined && { "Content-Type": "application/json" };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(origin), {
      path,
      method: sending.method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...type,
        ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
        ...sending.headers,
      },
      agent: sending.agent ?? false,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    outgoing.end(body);
  });
}

/** The Cookie header a browser would send after this answer. */
export function cookieOf({ headers }: Sent): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}
