/** What a header says, without control characters, which could drive the terminal that shows it. */
export function headerText(header: string | null): string {
  return (header ?? "").replace(/\p{Cc}/gu, "");
}
