import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { plainPage } from "../answers/plain-page.ts";
import type { ServerEnv } from "../context.ts";

/** First value of each field of a form; names and values are text, nothing is inherited. */
export type PostedForm = Record<string, string | undefined>;

/** Fields of one form. */
export const mostFields = 100;

/**
 * Reads an HTML form's post.
 * @param text its body, where that has been read
 * @throws Response 415 for another type of body, 400 for one with too many fields
 */
export async function readForm(request: Request, text?: string): Promise<PostedForm> {
  demandType(request, "application/x-www-form-urlencoded", "This address takes an HTML form.");
  const fields = new URLSearchParams(text ?? (await request.text()));
  const form: PostedForm = Object.create(null);
  let count = 0;
  for (const [name, value] of fields) {
    if (++count > mostFields) throw new Response("The form has too many fields.", { status: 400 });
    form[name] ??= value;
  }
  return form;
}

/** For a field of the console, in UTF-16 units: more than the longest, a note. */
const longestField = 5_000;

/**
 * The same for the console, where texts become queries of the store: PostgreSQL accepts no NUL, and none is shown.
 * @throws Response also 400 for a field that is not a person's text, or too long
 */
export async function readConsoleForm(request: Request): Promise<PostedForm> {
  const form = await readForm(request);
  for (const value of Object.values(form)) {
    if (value?.includes("\0"))
      throw new Response("The form has a character that is no text.", { status: 400 });
    if (value && value.length > longestField)
      throw new Response("A field of the form is too long.", { status: 400 });
  }
  return form;
}

/**
 * Reads a JSON post.
 * @throws Response 415 for another type of body, 400 for one that is not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  demandType(request, "application/json", "This address takes application/json.");
  try {
    return JSON.parse(await request.text());
  } catch {
    throw Response.json({ error: "The body is not JSON.", field: null }, { status: 400 });
  }
}

function demandType(request: Request, type: string, message: string): void {
  const given = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (given === type) return;
  const body = type === "application/json" ? JSON.stringify({ error: message, field: null }) : message;
  const headers = { "Content-Type": type === "application/json" ? type : "text/plain; charset=utf-8" };
  throw new Response(body, { status: 415, headers });
}

/** Largest request body, in bytes: a long description in a four-byte script, with room to spare. */
export const largestBody = 64 * 1024;

const decoder = new TextDecoder();

/**
 * Reads the body of a request whose length was announced. Node's own readers of a stream make a blob of it first, which takes
 * several times as long. @throws an Error when the client hangs up before its end
 */
export function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk) => chunks.push(chunk))
      .once("end", () => resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))))
      .once("close", () => reject(new Error("The client has hung up.")));
  });
}

type Refuse = (c: Context<ServerEnv>) => Response | Promise<Response>;

/**
 * Refuses bodies that are too long. Hono's own limit looks at the body, and so has the Node adapter make a web request
 * with a stream: where the length is announced, that is not needed.
 * @param maxSize bytes
 */
export function limitBody(maxSize: number, onError: Refuse): MiddlewareHandler<ServerEnv> {
  const counted = bodyLimit({ maxSize, onError: (c) => onError(c as Context<ServerEnv>) });
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const announced = c.req.header("Content-Length");
    if (announced === undefined || c.req.header("Transfer-Encoding") !== undefined) return counted(c, next);
    return Number(announced) > maxSize ? onError(c) : next();
  };
}

/**
 * Refuses a request whose Host header makes no proper address. One without an announced length, as some proxies send
 * them, becomes a plain `Request`: hono's body limit copies it, which fails for the Node adapter's own kind.
 */
export const plainRequest: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (!URL.canParse(c.req.url)) return plainPage(c, "notUnderstood", 400);
  if (c.req.method === "POST" && c.req.header("Content-Length") === undefined) {
    const { url, headers, body } = c.req.raw;
    c.req.raw = new Request(url, { method: "POST", headers, body, duplex: "half" });
  }
  return next();
};
