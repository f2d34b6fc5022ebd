import type { Wanted } from "./screen-data.ts";

/** The address of one screen. */
export function screenAddress(code: string, wanted: Wanted): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  return `/graphs/${code}/screen?${new URLSearchParams(given)}`;
}
