import type { RawAnswer } from "./raw-request.ts";

/** Would be an element if a page took it for markup. */
export const planted = "<xfuzz>";

/** Twice as long as the server lets a slow request take. */
export const hangMs = 30_000;

const guards = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];
const ownCookies = /^(?:visit|opt-out|graphs|console-provider)=/;

/** What is wrong with an answer, in words; undefined for a good one. No answer at all is one: noise may not get any. */
export function faultOf({ status, head, body, ms }: RawAnswer): string | undefined {
  if (ms >= hangMs) return `no end after ${Math.round(ms)} ms`;
  if (status === 0) return head === "" ? undefined : "an answer that is no HTTP";
  const headers = head.split("\r\n").slice(1);
  const value = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (status >= 500 && !(status === 503 && value("retry-after"))) return `status ${status}`;
  const missing = status >= 200 ? guards.filter((name) => value(name) === undefined) : [];
  if (missing.length > 0) return `status ${status} without ${missing.join(", ")}`;
  const cookie = value("set-cookie");
  if (cookie !== undefined && !ownCookies.test(cookie)) return "a cookie that is not ours";
  if (value("content-type")?.startsWith("text/html") && body.includes(planted))
    return "markup from the request";
  return undefined;
}

/** What the start prints. */
const welcome =
  /^(?:Claimpath is ready: |See leads come in: |Outside calls:|One-to-one consents:|Warning: |Metrics: | {2}\S)/;

/** What a process must never print once it runs: anything but its log, and in that mistakes of ours. */
export function faultsIn(output: string): string[] {
  const lines = output.slice(output.indexOf('"listening"')).split("\n").slice(1);
  const faults = lines.filter(
    (line) =>
      line !== "" &&
      !welcome.test(line) &&
      (!line.startsWith("{") || /"event":"(?:request.failed|server.crashed)"/.test(line)),
  );
  return (
    faults
      .map((line) => {
        const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
        const request = lines.find((other) => id && other.includes(`"event":"request","requestId":"${id}"`));
        return `${line} ${request}`;
      })
      // The store may be busy, and a request may be a bad one.
      .filter((line) => !/"error":"StoreBusy"|"status":4\d\d/.test(line))
  );
}
