import scxml from "@scion-scxml/scxml";
import { describe, expect, it } from "vitest";
import { scxmlOf } from "../../../app/graphs/formats/scxml.ts";
import { type Graph, graphOf } from "../../../machines/graph/graph.ts";
import { arrivalGuards } from "../../../machines/guards.ts";
import { eventOf } from "../../../machines/model/covering.ts";
import { variants } from "../../../machines/registry.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";
import { activeNodes } from "../../../machines/visit/xstate-internals.ts";
import { walkCases } from "../../../test/paths/model/run-path.ts";
import { suitesOf } from "../../../test/paths/model/suite.ts";

/** A chart that runs in SCION, which shares no code with XState. */
type Interpreter = { start(): string[]; gen(event: { name: string; data: object }): string[] };

/** @throws what SCION finds wrong with the text */
async function interpreterOf(text: string): Promise<() => Promise<Interpreter>> {
  type Model = { prepare(done: (error: unknown, made: unknown) => void): void };
  const made = <Made>(make: (done: (error: unknown, made: unknown) => void) => void) =>
    new Promise<Made>((resolve, reject) =>
      make((error, done) => (error ? reject(error) : resolve(done as Made))),
    );
  const model = await made<Model>((done) => scxml.documentStringToModel("", text, done));
  return async () => {
    const prepared = await made((done) => model.prepare(done));
    return new scxml.core.Statechart(prepared, { console: { log() {} } }) as Interpreter;
  };
}

const leavesOf = (snapshot: SurveySnapshot) =>
  activeNodes(snapshot)
    .filter(({ type }) => type === "atomic" || type === "final")
    .map(({ path }) => path.join("."))
    .slice(-1);

/** A state's id as XML has it. */
const xmlId = (id: string) =>
  id.replace(/[^\w.-]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);

/** XState's event under the name that the exported chart gives it, with what every guard says then. */
function asScxml({ nodes, edges }: Graph, before: string, event: { type: string }, after: SurveySnapshot) {
  const { guards } = after.machine.implementations as unknown as {
    guards: Record<string, (asked: object) => boolean>;
  };
  const says = (name: string) => {
    try {
      return guards[name]!({ context: after.context, event });
    } catch {
      // It reads what another event says.
      return false;
    }
  };
  const names = new Set(edges.flatMap((edge) => edge.guards.map((guard) => guard.replace(/\(.*/s, ""))));
  const data = Object.fromEntries([...names].map((name) => [name, says(name)]));
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (!kind) return { name: event.type, data };
  const caller = nodes.find(
    (node) =>
      (before === node.id || before.startsWith(`${node.id}.`)) && node.invokes.some((call) => call.id === id),
  )!;
  return { name: `${kind === "done" ? "done.invoke" : "error.platform"}.${xmlId(caller.id)}.${id}`, data };
}

describe.each([...variants])("the SCXML of %s in SCION", (_code, variant) => {
  it("reaches the same states as the chart in XState, along every edge", async () => {
    const graph = graphOf(variant);
    const text = scxmlOf(graph);
    for (const { model, edgePaths } of suitesOf(variant).filter(({ isNew }) => isNew)) {
      const arrived = Object.entries(arrivalGuards).map(
        ([name, guard]) => `${name}: ${guard({ context: model.input })}`,
      );
      const begin = await interpreterOf(text.replace(/expr="\{[^"]*\}"/, `expr="{ ${arrived.join(", ")} }"`));
      for (const path of edgePaths) {
        const cases = path.map(({ tried }) => tried);
        const snapshots: SurveySnapshot[] = [];
        walkCases(model, (snapshot) => snapshots.push(snapshot))(cases);
        const there = await begin();
        let here = there.start();
        for (const [index, tried] of cases.entries()) {
          const event = eventOf(tried);
          here = there.gen(
            asScxml(
              graph,
              snapshots[index - 1] ? leavesOf(snapshots[index - 1]!)[0]! : "",
              event,
              snapshots[index]!,
            ),
          );
          expect(
            here,
            `${cases
              .slice(0, index + 1)
              .map(({ label }) => label)
              .join(" > ")}`,
          ).toEqual(leavesOf(snapshots[index]!).map(xmlId));
        }
      }
    }
  });
});
