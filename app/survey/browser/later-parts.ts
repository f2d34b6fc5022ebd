import type * as Rules from "../../../machines/fields/schemas.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import type * as Parts from "../screen/parts.tsx";
import type * as Rare from "../screen/rare-parts.tsx";

/**
 * Replaces `screen/parts.tsx`, `screen/rare-parts.tsx` and the rules of typed fields in the browser's bundle: most
 * first questions are a choice, and are interactive without them (app/server/building/modules.ts).
 */
export let ErrorSummary: typeof Parts.ErrorSummary;
export let EndScreen: typeof Rare.EndScreen;
export let WholeDate: typeof Rare.WholeDate;
export let TypedQuestion: typeof Parts.TypedQuestion;
export let errorTexts: typeof Parts.errorTexts;
export let summaryErrors: typeof Parts.summaryErrors;
export let fieldSchemas: typeof Rules.fieldSchemas;

/** True once the later parts are loaded. */
export let hasParts = false;

/** True of a screen that cannot be shown without them. */
export function needsParts({ steps, session, screen }: SurveyPageData): boolean {
  const { kind } = steps[session.currentStep]!;
  return (kind !== "choice" && kind !== "when") || Object.keys(screen.errors).length > 0;
}

/** Loads those that the survey has, once. */
export async function loadParts({ steps }: Pick<SurveyPageData, "steps">): Promise<void> {
  const hasRare = Object.values(steps).some(({ kind }) => kind === "end" || kind === "date");
  const [parts, rules, rare] = await Promise.all([
    import("../screen/parts.tsx"),
    import("../../../machines/fields/schemas.ts"),
    hasRare && import("../screen/rare-parts.tsx"),
  ]);
  if (rare) ({ EndScreen, WholeDate } = rare);
  ({ ErrorSummary, TypedQuestion, errorTexts, summaryErrors } = parts);
  ({ fieldSchemas } = rules);
  hasParts = true;
}
