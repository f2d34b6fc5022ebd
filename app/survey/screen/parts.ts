/** What only some screens have; a browser loads it behind the first question (`browser/later-parts.ts`). */
export { ErrorSummary } from "../../ui/error-summary.tsx";
export { EndScreen } from "./end-screen.tsx";
export { errorTexts, summaryErrors } from "./screen-errors.ts";
export { TypedQuestion } from "./typed-question.tsx";
