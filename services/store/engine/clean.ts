/**
 * Makes text from outside fit for a text column: PostgreSQL refuses NUL and half characters,
 * and a stored reason need not be longer than a screen.
 * @returns at most 500 characters
 */
export function clean(text: string): string {
  const readable = text.replace(/\p{Cc}+|\p{Cs}/gu, " ");
  return Array.from(readable).slice(0, 500).join("");
}
