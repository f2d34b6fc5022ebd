/**
 * Makes a visitor's text harmless in a terminal: control characters (which could move the cursor or hide text),
 * direction marks and other invisible characters are shown as their codes, except those that join emoji.
 */
export function printable(text: string): string {
  return text.replace(
    /(?!(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d)[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu,
    (character) => {
      return `\\u{${character.codePointAt(0)!.toString(16)}}`;
    },
  );
}
