/** A text with its facts: `Step {number}` with `{ number: 3 }`. All that a text names were checked when it was read. */
export function fill(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/{(\w+)}/g, (_, name: string) => facts[name] as string);
}
