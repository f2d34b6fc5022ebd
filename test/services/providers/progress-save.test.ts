import { describe, expect, test } from "vitest";
import { liveProgressSave } from "../../../services/providers/progress-save/live.ts";
import { startProgress } from "../../stubs/own-contracts.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startProgress());
const live = liveProgressSave(callJson, stub.origin);
const body = { session: "visit-1", data: { progression: [], backup: [] } };

describe("the two statuses", () => {
  test.each([
    [true, false],
    ["yes", "no"],
    ["True", "FALSE"],
    [" success ", false],
  ])("%j is a yes, %j a no, each for its own queue", async (yes, no) => {
    stub.statuses = { userProgressionStatus: yes, userBackupStatus: no };
    expect(await live.save(body)).toEqual({ progression: true, backup: false });
    stub.statuses = { userProgressionStatus: no, userBackupStatus: yes };
    expect(await live.save(body)).toEqual({ progression: false, backup: true });
  });

  test("one that is missing is a no", async () => {
    stub.statuses = { userBackupStatus: true };
    expect(await live.save(body)).toEqual({ progression: false, backup: true });
    stub.statuses = {};
    expect(await live.save(body)).toEqual({ progression: false, backup: false });
  });

  test.each([1, null, "ok", "", [], { saved: true }])("%j is no answer at all", async (odd) => {
    stub.statuses = { userProgressionStatus: true, userBackupStatus: odd };
    await expect(live.save(body)).rejects.toMatchObject({ kind: "garbage" });
  });
});
