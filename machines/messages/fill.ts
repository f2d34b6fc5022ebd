/** A text with its facts: `Step {number}` with `{ number: 3 }`. Braces around anything else stay as they are. */
export function fill(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => `${facts[name] ?? whole}`);
}
