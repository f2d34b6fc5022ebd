import { expect, it } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { CallId } from "../../machines/calls.ts";
import { variants } from "../../machines/registry.ts";
import { callOf, topState } from "../../machines/visit/replay.ts";
import { type Screen, screenOf } from "./model/run-path.ts";
import { describePath, type Suite, suitesOf } from "./model/suite.ts";
import { Script, type Turn, turnsOf } from "./model/turns.ts";
import { walkLog } from "./pure-layer.ts";

it("XState's own interpreter, with services that are promises, shows the screens that the log says", async () => {
  const [suite] = suitesOf(variants.get("c")!) as [Suite];
  for (const path of suite.edgePaths) {
    const turns = turnsOf(path);
    const { screens, context } = walkLog(suite, turns);
    expect(await walkActor(suite, turns), describePath(path)).toEqual({ screens, context });
  }
});

/** Turns through a running actor whose services are promises that settle as the path says. */
async function walkActor({ model }: Suite, turns: Turn[]) {
  const script = new Script();
  const scripted = (call: CallId) =>
    fromPromise(async () => {
      const outcome = script.next(call);
      if ("error" in outcome) throw outcome.error;
      return outcome.output;
    });
  const actors = Object.fromEntries(
    Object.keys(model.machine.implementations.actors).map((id) => [id, scripted(id as CallId)]),
  );
  const machine = model.machine.provide({ actors: actors as never });
  const { input } = model;
  let actor = createActor(machine, { input }).start();
  let before = actor.getPersistedSnapshot();
  let asked = "";
  const screens: Screen[] = [screenOf(actor.getSnapshot())];
  for (const turn of turns) {
    script.begin(turn);
    const state = topState(actor.getSnapshot());
    if (state === asked) {
      // A check refused the answer: the browser takes it back and begins again from before it.
      actor.stop();
      actor = createActor(machine, { snapshot: before, input }).start();
    }
    before = actor.getPersistedSnapshot();
    asked = state;
    actor.send({ type: "ANSWER", answers: turn.answers });
    const settled = await waitFor(actor, (snapshot) => !callOf(snapshot));
    screens.push(screenOf(settled));
  }
  const { context } = actor.getSnapshot();
  actor.stop();
  return { screens, context };
}
