import { statutes } from "../../machines/rules/statutes.ts";

const codes: ReadonlySet<string> = new Set(statutes.map(({ code }) => code));

/** The state that a proxy's header names; undefined when it is none. */
export function regionIn(header: string | null): string | undefined {
  const region = header?.trim().toUpperCase();
  return region && codes.has(region) ? region : undefined;
}
