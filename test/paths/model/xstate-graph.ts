import * as standalone from "@xstate/graph";
import * as bundled from "xstate/graph";
import type { Abstraction } from "../../../machines/simulator/observed.ts";
import { eventOf } from "./event-of.ts";
import type { Model } from "./model.ts";

/**
 * The published package and its successor inside XState find the same paths; the package is frozen.
 * Neither knows of routers (`always`), so exact transitions come from our own stepper.
 */
export const packages = { "@xstate/graph": standalone, "xstate/graph": bundled };

/** By abstract state, how many events the shortest way there takes. */
export function shortestWays(
  { getShortestPaths }: Pick<typeof standalone, "getShortestPaths">,
  { machine, input, casesAt }: Model,
  abstraction: Abstraction,
): Map<string, number> {
  const paths = getShortestPaths(machine, {
    input,
    events: (snapshot) => casesAt(snapshot as never).map((tried) => eventOf(tried)),
    serializeState: (snapshot) => abstraction(snapshot as never),
    stopWhen: (snapshot) => snapshot.status === "done",
  });
  // The first step of every path is the start itself.
  return new Map(paths.map(({ state, steps }) => [abstraction(state as never), steps.length - 1]));
}
