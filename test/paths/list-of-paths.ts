import { deriveLead } from "../../machines/lead/derive.ts";
import type { Path } from "../model/edge-cover.ts";
import { callOf } from "../model/model.ts";
import { screenOf, walkCases } from "../model/run-path.ts";
import type { Suite } from "../model/suite.ts";
import { leadFacts } from "../support/lead-facts.ts";

/** Every path of the edge cover as a list a person can review: progress, screen, what is answered. */
export function listOfPaths({ model, edgePaths }: Suite): string {
  const walk = walkCases(model);
  return edgePaths
    .map((path, index) => {
      const { snapshot } = walk(path.map(({ tried }) => tried));
      const { qualified, dqReason } = deriveLead(snapshot.context, leadFacts());
      const end = `     thankYou q=${qualified ? "y" : "n"}${dqReason ? ` dq_reason=${dqReason}` : ""}`;
      return [`Path ${index + 1}`, ...path.map(line), end, ""].join("\n");
    })
    .join("\n");
}

function line({ from, tried }: Path[number]): string {
  if (callOf(from.snapshot)) return `         ${tried.factor}: ${tried.label}`;
  const { state, progress } = screenOf(from.snapshot);
  return `${String(progress ?? "").padStart(4)} ${state}: ${tried.label}`;
}
