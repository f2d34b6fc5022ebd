import { whoIsNamed } from "../../providers/buyers/who-is-named.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Whom the one-to-one consents name: a survey that names nobody works, but is hardly worth its traffic. */
export function lookAtBuyers(settings: Parameters<typeof whoIsNamed>[0]): Finding[] {
  return whoIsNamed(settings).map(({ isSomebody, text }) => (isSomebody ? ok(text) : note(text)));
}
