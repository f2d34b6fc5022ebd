import { describe, expect, it } from "vitest";
import { decidedOn, recordedVisit } from "../../../machines/features/verdicts/decided.ts";
import { findEntry } from "../../../machines/registry.ts";
import { type LogEntry, readLog } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { explained, turnsOf } from "../../../services/features/verdicts/of-lead.ts";
import { pairwiseWalks } from "../../paths/model/covers.ts";
import { turnsOf as turnsOn } from "../../paths/model/run-path.ts";
import { suitesOf } from "../../paths/model/suite.ts";
import { walkLog } from "../../paths/pure-layer.ts";

const entry = findEntry("/survey/c")!;
const settings = {};

/** A visit whose lawyer alone decided. */
const log: readonly LogEntry[] = (() => {
  const [suite] = suitesOf(entry.variant);
  for (const path of pairwiseWalks(suite!.graph)) {
    const { log } = walkLog(suite!, turnsOn(path));
    const found = explained({ variant: "c", qualified: false, dqReason: "have_attorney|yes" }, log, settings);
    const ways = found?.agrees ? turnsOf(found) : [];
    if (ways?.some(({ changes }) => changes.length === 1)) return log;
  }
  throw new Error("no walk of c is decided by a lawyer alone");
})();
const judged = { variant: "c", qualified: false, dqReason: "have_attorney|yes" };
const stepsOf = (entries: readonly LogEntry[]) => readLog(entries).trail.map(({ step }) => step);

describe("a log of an older chart", () => {
  it("that answers a question which is asked no more is replayed without it", () => {
    const at = log.findIndex(({ kind }) => kind === "answer") + 1;
    const asked: LogEntry = {
      at: log[at]!.at,
      kind: "answer",
      body: { step: "WhatColorWasTheCar", answers: {} },
    };
    const older = [...log.slice(0, at), asked, ...log.slice(at)];
    expect(stepsOf(older)).toContain("WhatColorWasTheCar");
    expect(
      openVisit(entry, settings, older).replay.left.length,
      "a plain replay stops there",
    ).toBeGreaterThan(0);
    const [now, then] = [log, older].map((each) => explained(judged, each, settings)!);
    expect(then!.agrees).toBe(true);
    expect(turnsOf(then!)).toEqual(turnsOf(now!));
  });

  it("that lacks a question of today's chart claims nothing of what would have turned it", () => {
    const [, second] = stepsOf(log);
    const from = log.findIndex(({ kind, body }) => kind === "answer" && body.step === second);
    const next = log.findIndex(({ kind }, index) => index > from && kind === "answer");
    const older = [...log.slice(0, from), ...log.slice(next)];
    expect(decidedOn(recordedVisit(entry, settings, older)).isWhole).toBe(false);
    expect(turnsOf(explained(judged, older, settings)!)).toBeUndefined();
  });

  it("whose verdict was another than today's rules give is not explained by them", () => {
    const found = explained({ ...judged, dqReason: "is_gibberish|yes" }, log, settings)!;
    expect([found.agrees, found.decided.verdict]).toEqual([false, "is_gibberish|yes"]);
    expect(turnsOf(found)).toBeUndefined();
  });
});
