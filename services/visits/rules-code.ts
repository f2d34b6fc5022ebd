import { codeOf } from "./code-of.ts";

/** The code of the guards and actions of all charts, and of what they refer to. A build has it as it was then. */
export const rulesCode = codeOf(new URL("../../machines/survey.ts", import.meta.url));
