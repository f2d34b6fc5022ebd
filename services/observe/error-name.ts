/** What a log line says of an error: its name only, since a message may quote what a visitor typed. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
