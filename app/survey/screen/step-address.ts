/** A survey's address at one question, with the visit's own traffic parameters and nothing else. */
export function stepAddress(path: string, query: Record<string, string>, step: string): string {
  return `${path}?${new URLSearchParams({ ...query, step })}`;
}
