import type { Code } from "../../machines/graph/account.ts";
import type { Charted } from "../../machines/graph/graph.ts";
import { nodeId } from "../../machines/graph/names.ts";
import { nodesOf } from "../../machines/graph/walk.ts";
import { type Digests, digest } from "./digests.ts";

/** The code behind a chart's names. What a service is told is in the chart itself, without a name. */
export function codeOf({ machine }: Charted, digests: Digests): Code {
  const nodes = new Map(nodesOf(machine).map((node) => [nodeId(node), node]));
  return {
    ...digests,
    input: (node, service) => {
      const input = nodes.get(node)?.invoke.find(({ src }) => src === service)?.input;
      return input === undefined ? "" : digest(textOf(input));
    },
  };
}

function textOf(input: unknown): string {
  return typeof input === "function" ? String(input).replace(/\s+/g, " ") : JSON.stringify(input);
}
