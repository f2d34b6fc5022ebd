import { passagesOf } from "../../machines/graph/passages.ts";

/** The ids of the edges a visit passed, in its order, as often as it passed them. */
export function edgesOfVisit(...visit: Parameters<typeof passagesOf>): string[] {
  return passagesOf(...visit).flatMap((passage) => (passage.kind === "edge" ? [passage.edge] : []));
}
