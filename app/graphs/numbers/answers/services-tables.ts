import type { NodeNumbers, Numbers } from "../../../../services/analytics/types.ts";
import type { Row, Table } from "../table.ts";
import { as, ratio, text } from "./columns.ts";

type TitleOf = (id: string) => string;

const perNode = (nodes: readonly NodeNumbers[], rowsOf: (node: NodeNumbers) => Row[]) =>
  nodes.flatMap(rowsOf);

/** What the services that a place asks said. */
export function services({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "services",
    title: "What the services said",
    columns: [
      text("Place"),
      text("Service"),
      text("Outcome"),
      ...as("count", "Times"),
      ...as("percent", "Of its answers here"),
    ],
    rows: perNode(nodes, ({ id, services: said }) =>
      said.map(({ service, outcome, count }) => {
        const all = said
          .filter((other) => other.service === service)
          .reduce((sum, each) => sum + each.count, 0);
        return { id, cells: [titleOf(id), service, outcome, count, ratio(count, all)] };
      }),
    ),
  };
}

/** Answers that forms refused, by the field they were refused for. */
export function refusals({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "refusals",
    title: "Refused answers by field",
    columns: [text("Place"), text("Field"), ...as("count", "Times", "Sessions with any refused answer here")],
    rows: perNode(nodes, ({ id, refusals: { fields, sessions } }) =>
      fields.map(({ field, count }) => ({ id, cells: [titleOf(id), field, count, sessions] })),
    ),
  };
}
