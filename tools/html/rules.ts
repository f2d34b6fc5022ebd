import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { stepNamed } from "../../machines/steps/index.ts";

/** Something wrong in a document: where, and by which rule. */
export type Fault = { document: string; rule: string; where: string; message: string };

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
