import { nameOf, type Screen } from "../screen.ts";

/** Where the pictures go; git does not see it. */
export const folder = "test/output/sheet";

/** A picture: a screen as wide as this, in a theme ('' for the usual one). */
export type Shot = Screen & { width: number; theme: string };

/** The picture's file: `390-c-03-AtFault-errors.png`, with the theme last. */
export function fileOf(shot: Shot): string {
  return `${[shot.width, nameOf(shot), shot.theme].filter(Boolean).join("-")}.png`;
}

/** What is seen together: `390-c-v12`. */
export function groupOf({ width, group, theme }: Shot): string {
  return [width, group, theme].filter(Boolean).join("-");
}
