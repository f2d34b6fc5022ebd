import { type Charted, edgesAt, type Graph } from "../../../machines/graph/graph.ts";
import type { View } from "../../../machines/graph/view.ts";
import { stepNamed } from "../../../machines/steps/index.ts";

/**
 * What the search in a chart looks through besides titles: a question's heading, its answers in words and as recorded,
 * its fields, the guards and actions of outgoing transitions, the services called.
 */
export function searchTexts({ machine }: Charted, graph: Graph, view: View): Record<string, string> {
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const texts = view.nodes.map(({ id }) => {
    const node = graph.nodes.find((each) => each.id === id);
    const step = node?.kind === "step" && node.shows ? stepNamed(node.shows, machine) : undefined;
    const choices = [
      ...(step?.options ?? []),
      ...(step?.fields ?? []).flatMap(({ options = [] }) => options),
    ];
    const ways = view.edges.filter(({ source }) => source === id).flatMap((edge) => edge.ways);
    const guards = ways.flatMap(({ via }) => via.flatMap((edge) => edges.get(edge)?.guard ?? []));
    const own = node ? edgesAt(graph, id).filter(({ source }) => source === id) : [];
    const words = [
      step?.wording.en.heading,
      ...(step?.fields ?? []).map(({ name }) => name),
      ...choices.flatMap(({ value, records }) => [value, ...Object.entries(records).flat()]),
      ...Object.values(step?.wording.en.options ?? {}),
      ...Object.values(step?.wording.en.fields ?? {}).flatMap(({ label, options }) => [
        label,
        ...Object.values(options ?? {}),
      ]),
      ...guards,
      ...own.flatMap(({ actions }) => actions),
      ...(node?.invokes ?? []).map(({ src }) => src),
    ];
    return [id, [...new Set(words.filter(Boolean))].join(" ")];
  });
  return Object.fromEntries(texts);
}
