import { describe, expect, it } from "vitest";
import { readLog } from "../../../machines/visit/log.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import { firstSuites } from "../../paths/model/all-suites.ts";
import { edgeCover } from "../../paths/model/edge-cover.ts";
import { explore } from "../../paths/model/graph.ts";
import { modelOf } from "../../paths/model/model.ts";
import { walkLog } from "../../paths/pure-layer.ts";
import { turnsOf } from "../../paths/turns.ts";
import { plainServer } from "../../services/visits/plain-server.ts";
import { deploys } from "./deployed-charts.ts";

const suite = firstSuites.find(({ world }) => world.entry.variant.code === "c")!;
const { input } = suite.model;

const server = plainServer();

describe.each(deploys)("visitors on their way when a deploy comes with $name", ({ from, to }) => {
  const model = modelOf(from, input);
  const logs = edgeCover(explore(model)).map((path) => walkLog({ ...suite, model }, turnsOf(path)).log);
  /** Logs as the deploy may find them, an entry at a time. */
  const prefixesOf = (all: typeof logs) => all.flatMap((log) => log.map((_, end) => log.slice(0, end + 1)));

  it("are replayed as far as the chart goes, and keep every answer", () => {
    for (const log of prefixesOf(logs.slice(0, 5))) {
      const { trail, drafts } = readLog(log);
      const { taken, left, snapshot } = replay(stepsOf(to), input, trail);
      expect([...taken, ...left]).toEqual(trail);
      for (const { step, answers } of left) expect(drafts[step]).toEqual(answers);
      const recorded = new Set(taken.flatMap(({ answers }) => Object.keys(answers)));
      expect(Object.keys(snapshot.context.answers).filter((field) => !recorded.has(field))).toEqual([]);
    }
  });

  it("are not stranded: answering what is asked leads to the end", async () => {
    // The second path of a cover goes through every refusal and failure.
    for (const log of prefixesOf(logs.slice(1, 2))) {
      const { posted, asked } = await server.goOn(suite.world.entry, to, log);
      expect(posted, `after ${log.length} entries were asked ${asked.join(", ")}`).toBe(true);
      expect(new Set(asked).size, asked.join(", ")).toBe(asked.length);
    }
  });
});
