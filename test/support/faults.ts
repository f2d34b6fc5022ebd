import { HtmlValidate, StaticConfigLoader } from "html-validate";
import type { Page } from "playwright-core";
import { stepNamed } from "../../machines/steps/index.ts";
import { axeFindings, nameless } from "./axe.ts";
import type { RawAnswer } from "./send.ts";
import { settled } from "./survey-page.ts";

/** Something wrong in a document: where, and by which rule. */
type Fault = { document: string; rule: string; where: string; message: string };

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
    rules: {
      // A row of dots, one for each step, cannot be drawn by <progress>; where it is a bar, it is one.
      "prefer-native-element": ["error", { exclude: ["progressbar"] }],
    },
  }),
);

/** A survey's last screen keeps the form that its certificates are for, and has nothing to send. */
function isLastForm(rule: string, html: string): boolean {
  const [, step = ""] = html.match(/<main\b[^>]*data-step="(\w+)"/) ?? [];
  return rule === "wcag/h32" && stepNamed(step)?.kind === "end";
}

/** Faults by the HTML standard and html-validate's rules of accessibility. @param document its name */
export async function faultsIn(document: string, html: string): Promise<Fault[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId }) => !isLastForm(ruleId, html))
    .map(({ ruleId, message, selector, line, column }) => ({
      document,
      rule: ruleId,
      where: `${selector ?? ""} ${line}:${column}`.trim(),
      message,
    }));
}

/**
 * Parts that are not HTML, differ from visit to visit and from survey to survey, or are texts: documents are equal
 * without them.
 */
const aside: [RegExp, string][] = [
  [/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, ""],
  [/ (nonce|action|href|src|content|data-[\w-]+|aria-value\w+)="[^"]*"/g, " $1"],
  [/ name="(visit|form)" value="[^"]*"/g, ""],
  [/>[^<]*\S[^<]*</g, ">x<"],
];

/** Served documents, each structure of which is checked once. */
export class Documents {
  private readonly known = new Set<string>();

  /** A document's faults, unless one like it was checked before. @param name of it */
  async faults(name: string, html: string): Promise<Fault[]> {
    const structure = aside.reduce((left, [part, rest]) => left.replace(part, rest), html);
    if (this.known.has(structure)) return [];
    this.known.add(structure);
    return faultsIn(name, html);
  }

  get different(): number {
    return this.known.size;
  }
}

/** Windows of a phone, by daylight, and of a desk, in the dark. */
const windows = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

/** The rules whose answer may be another one in another window or by other colors. */
const byWindow = ["color-contrast", "target-size", "scrollable-region-focusable"];

/**
 * The faults of the page as shown, completely opened, in the window of a phone and of a desk.
 * @param name of the page
 */
export async function pageFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  for (const [index, { colorScheme, ...size }] of windows.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // Colors may change step by step.
    await settled(page);
    const where = `${name} at ${size.width} px`;
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width !== size.width) faults.push(`${where} is ${width} px wide`);
    const { violations } = await axeFindings(page, index === 0 ? undefined : byWindow);
    for (const { check, nodes } of violations) faults.push(`${where}: ${check} at ${nodes.join(", ")}`);
    for (const role of await nameless(page)) faults.push(`${where}: a ${role} without a name`);
  }
  return faults;
}

/** Would be an element if a page took it for markup. */
export const planted = "<xfuzz>";

/** Twice as long as the server lets a slow request take. */
export const hangMs = 30_000;

const guards = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];
const ownCookies = /^(?:visit|opt-out|graphs|console-provider)=/;

/** An answer's fault, in words; undefined for a good one. A missing answer is fine, since noise may get none. */
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

/** The start's output. */
const welcome =
  /^(?:Outside services and receivers: |Warning: |Claimpath is ready: |See (?:leads come in|the charts): |Metrics: )/;

/** Output that a process must never print once it runs: anything but its log, and mistakes of ours in that. */
export function faultsInOutput(output: string): string[] {
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
