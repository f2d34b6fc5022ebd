import { phoneDigits } from "../../machines/rules/digits.ts";

/**
 * Drops a leading "+1", "1" or "001" from text typed or pasted where the number begins. No area code starts with 0 or 1,
 * so it can only be the country code. `before` is what already is in front.
 */
export function withoutCountryCode(typed: string, before: string): string {
  const digits = phoneDigits(typed);
  if (/\d/.test(before)) return digits;
  // Key by key, a 0 can only be the beginning of 001.
  return digits.replace(/^(?:\D*(?:00)?1|0$)/, "");
}

const keys: Record<string, "back" | "forward"> = {
  Backspace: "back",
  deleteContentBackward: "back",
  Delete: "forward",
  deleteContentForward: "forward",
};

/**
 * Makes Backspace and Delete beside a character that the mask has set, as in "(813) |555", delete the digit behind it
 * at once; the mask would only step over the character. Phones' keyboards announce the action by `beforeinput`, others
 * by the key.
 * @returns a function that ends it
 */
export function deletesDigits(input: HTMLInputElement): () => void {
  const step = (event: KeyboardEvent | InputEvent) => {
    const towards = keys["key" in event ? event.key : event.inputType];
    const { value, selectionStart: at, selectionEnd } = input;
    if (!towards || at === null || at !== selectionEnd || event.isComposing) return;
    if ("key" in event && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const by = towards === "back" ? -1 : 1;
    let place = at;
    const sign = () => value[towards === "back" ? place - 1 : place];
    while (sign() !== undefined && !/\d/.test(sign()!)) place += by;
    // Where no digit is left on that side, the characters are deleted.
    if (sign() !== undefined && place !== at) input.setSelectionRange(place, place);
  };
  const events = ["keydown", "beforeinput"] as const;
  for (const each of events) input.addEventListener(each, step, true);
  return () => {
    for (const each of events) input.removeEventListener(each, step, true);
  };
}
