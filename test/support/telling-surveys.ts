import { graphOf } from "../../machines/graph/graph.ts";
import { variants } from "../../machines/registry.ts";
import type { Variant } from "../../machines/variant.ts";

/** Surveys that ask a service, by their codes. */
export const askersOf = (service: string): string[] =>
  [...variants.values()]
    .filter((variant) =>
      graphOf(variant).nodes.some(({ invokes }) => invokes.some(({ src }) => src === service)),
    )
    .map(({ code }) => code);

/** A survey's parts: its flow and language, and the kinds of states, guards, actions and services of its chart. */
function partsOf(variant: Required<Variant>): string[] {
  const { nodes, edges } = graphOf(variant);
  return [
    variant.flow,
    variant.language,
    ...nodes.flatMap(({ kind, invokes }) => [kind, ...invokes.map(({ src }) => src)]),
    ...edges.flatMap(({ guards, actions }) => [...guards, ...actions]),
  ];
}

/** Surveys that between them have every part of a chart, every flow and every language; each adds most to those before. */
export const tellingSurveys: readonly string[] = (() => {
  const surveys = new Map([...variants].map(([code, variant]) => [code, new Set(partsOf(variant))]));
  const missing = new Set([...surveys.values()].flatMap((parts) => [...parts]));
  const chosen: string[] = [];
  while (missing.size > 0) {
    const gains = [...surveys].map(([code, parts]) => ({
      code,
      gain: [...parts].filter((part) => missing.has(part)).length,
    }));
    const { code } = gains.reduce((best, each) => (each.gain > best.gain ? each : best));
    for (const part of surveys.get(code)!) missing.delete(part);
    chosen.push(code);
  }
  return chosen;
})();
