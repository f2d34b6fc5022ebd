import type { Page } from "playwright-core";
import type { Finding } from "../../../test/support/axe.ts";
import type { Screen } from "../../../test/support/screens/screen.ts";

/** Looks for one kind of mistake on the page as it now is, and leaves it as it was. */
export type Check = (page: Page, screen: Screen) => Promise<Finding[]>;

/** A finding for those elements, by their HTML; none where there are none. */
export function findingOf(check: string, help: string, nodes: string[]): Finding[] {
  return nodes.length > 0 ? [{ check, help, nodes }] : [];
}
