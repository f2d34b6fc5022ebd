/** What differs from visit to visit and from survey to survey, or is no HTML: documents are equal without it. */
const aside = [
  /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g,
  / (nonce|action|data-survey|data-progress|aria-value\w+)="[^"]*"/g,
  / name="(visit|form)" value="[^"]*"/g,
];

/** Documents as they were served, each once. */
export class Documents {
  private readonly found = new Map<string, { name: string; html: string }>();
  /** How many were looked at, equal ones too. */
  seen = 0;

  add(name: string, html: string): void {
    this.seen++;
    const same = aside.reduce((left, part) => left.replace(part, ""), html);
    if (!this.found.has(same)) this.found.set(same, { name, html });
  }

  get all(): { name: string; html: string }[] {
    return [...this.found.values()];
  }
}
