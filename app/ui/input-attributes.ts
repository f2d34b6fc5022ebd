import type { InputHTMLAttributes } from "react";
import type { TypedKind } from "../../machines/fields.ts";

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const digits: Attributes = { type: "text", inputMode: "numeric" };
const plain: Attributes = { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" };

/**
 * Keyboard, autofill and typing help per kind of field. `tel` is the only token that HTML has for a telephone input;
 * the "+1" that it may fill in is dropped by the mask and by the rule that reads the number.
 */
export const inputAttributes: Record<TypedKind, Attributes> = {
  name: { type: "text", autoCapitalize: "words", spellCheck: false, autoCorrect: "off" },
  email: { type: "email", inputMode: "email", autoComplete: "email", ...plain },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  zip: { ...digits, autoComplete: "postal-code", maxLength: 20 },
  month: { ...digits, autoComplete: "off", maxLength: 2 },
  day: { ...digits, autoComplete: "off", maxLength: 2 },
  year: { ...digits, autoComplete: "off", maxLength: 4 },
  date: { type: "date", autoComplete: "off" },
  birthDate: { type: "date", autoComplete: "bday" },
  text: { type: "text", autoComplete: "off" },
  description: {},
};
