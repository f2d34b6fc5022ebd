/**
 * Makes a visitor's text harmless in a terminal: control characters (which could move the cursor or hide
 * text) and direction marks are shown as their codes.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
