import { stepsOf } from "../outline.ts";
import { stepNamed } from "../steps/index.ts";
import type { Variant } from "../variant.ts";
import { consentText } from "./consent.ts";

/**
 * The consent of a variant: the text shown with its last question and the label of the button that
 * gives it. One function for the screen and the record, so that what is stored is what was shown.
 */
export function surveyConsent(
  { machine, language }: Pick<Required<Variant>, "machine" | "language">,
  company: { siteName: string; phone: { display: string } },
): { text: string; button: string } {
  const asking = stepsOf(machine, (name) => stepNamed(name)?.asksConsent ?? false)
    .map(stepNamed)
    .at(-1);
  const button = asking?.wording[language].submit ?? "";
  return {
    button,
    text: consentText(language, { siteName: company.siteName, phone: company.phone.display, button }),
  };
}
