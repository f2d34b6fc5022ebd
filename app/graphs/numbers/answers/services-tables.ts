import type { NodeNumbers, Numbers } from "../../../../services/analytics/types.ts";
import type { Row, Table } from "../table.ts";
import { as, ratio, text } from "./columns.ts";

type TitleOf = (id: string) => string;

const perNode = (nodes: readonly NodeNumbers[], rowsOf: (node: NodeNumbers) => Row[]) =>
  nodes.flatMap(rowsOf);

/** What outside services answered, step by step. */
export function services({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "services",
    title: "Service outcomes",
    columns: [
      text("Step"),
      text("Service"),
      text("Outcome"),
      ...as("count", "Times"),
      ...as("percent", "Share of its calls here"),
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

/** Answers that forms rejected, by the field at fault. */
export function refusals({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "refusals",
    title: "Validation errors by field",
    columns: [
      text("Step"),
      text("Field"),
      ...as("count", "Times", "Before any answer", "Sessions with any error here"),
    ],
    note: "Before any answer: a first form refused it, and the visitor has answered nothing since, so this is in no session.",
    rows: perNode(nodes, ({ id, refusals: { fields, sessions } }) =>
      fields.map(({ field, count, unanswered }) => ({
        id,
        cells: [titleOf(id), field, count, unanswered, sessions],
      })),
    ),
  };
}
