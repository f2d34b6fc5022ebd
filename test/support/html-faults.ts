import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { stepNamed } from "../../machines/steps/index.ts";

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

/** What the HTML standard and html-validate's rules of accessibility find wrong. @param document its name */
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

/** What is no HTML, differs from visit to visit and from survey to survey, or is a text: documents are equal without it. */
const aside: [RegExp, string][] = [
  [/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, ""],
  [/ (nonce|action|href|src|content|data-[\w-]+|aria-value\w+)="[^"]*"/g, " $1"],
  [/ name="(visit|form)" value="[^"]*"/g, ""],
  [/>[^<]*\S[^<]*</g, ">x<"],
];

/** Documents that were served, of which each structure is looked at once. */
export class Documents {
  private readonly known = new Set<string>();

  /** What is wrong in a document, if there was none like it before. @param name of it */
  async faults(name: string, html: string): Promise<Fault[]> {
    const structure = aside.reduce((left, [part, rest]) => left.replace(part, rest), html);
    if (this.known.has(structure)) return [];
    this.known.add(structure);
    return faultsIn(name, html);
  }

  /** How many differed. */
  get different(): number {
    return this.known.size;
  }
}
