import type { Path } from "../../../machines/model/covering.ts";
import { callOf } from "../../../machines/visit/replay.ts";
import { leadOf } from "../pure-layer.ts";
import { type Screen, type Walked, walkCases } from "./run-path.ts";
import type { Suite } from "./suite.ts";

/**
 * The flow of a variant for a person to review: every sequence of screens on the paths that take every edge,
 * once, with the answers and outcomes that decided the way. Of a further world only what leads from a
 * screen to one that none had led to before.
 */
export function listOfPaths(suites: readonly Suite[]): string {
  const steps = new Set<string>();
  return suites
    .map((suite, index) => {
      const walk = walkCases(suite.model);
      const shown = new Set<string>();
      const listed = suite.edgePaths.filter((path) => {
        const states = walk(path.map(({ tried }) => tried)).screens.map(({ state }) => state);
        const [sequence, isKnown] = [states.join(" "), shown.has(states.join(" "))];
        const pairs = states.map((state, at) => `${states[at - 1]} ${state}`);
        const isNew = pairs.some((pair) => !steps.has(pair));
        shown.add(sequence);
        for (const pair of pairs) steps.add(pair);
        return index === 0 ? !isKnown : isNew;
      });
      return [
        `At ${suite.world.label}`,
        ...listed.map((path, at) => `Path ${at + 1}\n${listing(suite, path)}`),
      ].join("\n\n");
    })
    .join("\n\n")
    .concat("\n");
}

/**
 * A path, a line per screen and per outcome, and how it ended.
 * @param whole every answer and outcome, not only those that decided the way
 */
export function listing(
  { model, world }: Pick<Suite, "model" | "world">,
  path: Path,
  { whole = false } = {},
): string {
  const { snapshot, screens } = walkCases(model)(path.map(({ tried }) => tried));
  let at = 0;
  const lines = path.flatMap(({ from, tried }) => {
    const ways = from.edges.filter((edge) => edge.tried.kind !== "page");
    const tells = whole || ways.some(({ to }) => to !== ways[0]!.to);
    if (callOf(from.snapshot)) return tells ? [`         ${tried.factor}: ${tried.label}`] : [];
    if (tried.kind === "page") return [];
    const shown = shownAs(screens[at++]!);
    return [tells && tried.kind === "answer" ? `${shown}: ${tried.label}` : shown];
  });
  return [...lines, `     ${endOf({ world, snapshot, screens })}`].join("\n");
}

function shownAs({ state, progress, errors }: Screen): string {
  const refused = Object.entries(errors).map(([field, error]) => ` (${field}: ${error})`);
  return `${String(progress ?? "").padStart(4)} ${state}${refused.join("")}`;
}

type Ended = Pick<Suite, "world"> & Walked;

/** Where a path ended, and as what kind of lead where it made one. */
export function endOf({ world, snapshot, screens }: Ended): string {
  const { variant } = world.entry;
  const end = screens.at(-1)!.state;
  if (variant.flow === "benefits") return end;
  const { qualified, dqReason } = leadOf(variant, snapshot.context);
  return `${end} q=${qualified ? "y" : "n"}${dqReason ? ` dq_reason=${dqReason}` : ""}`;
}
