import { createActor, fromPromise, waitFor } from "xstate";
import type { CallId } from "../../machines/calls.ts";
import { callOf } from "../model/model.ts";
import { type Screen, screenOf } from "../model/run-path.ts";
import type { Suite } from "../model/suite.ts";
import { Script, type Turn } from "./turns.ts";

/** Turns through a running actor whose services are promises that settle as the path says. */
export async function walkActor({ model }: Suite, turns: Turn[]) {
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
  const actor = createActor(machine, { input: model.input }).start();
  const screens: Screen[] = [screenOf(actor.getSnapshot())];
  for (const turn of turns) {
    script.begin(turn);
    actor.send({ type: "ANSWER", answers: turn.answers });
    const settled = await waitFor(actor, (snapshot) => !callOf(snapshot));
    screens.push(screenOf(settled));
  }
  const { context } = actor.getSnapshot();
  actor.stop();
  return { screens, context };
}
