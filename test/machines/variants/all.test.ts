import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { holds } from "../../support/holds.ts";
import { goodOutcomes } from "./good-answers.ts";
import { inputOf, walk } from "./walk.ts";

const all = [...variants.values()];

/** States that ask nothing: passed through, waiting for a service, or closing. */
const notSteps = [
  "StartPath",
  "StartPathTicket",
  "contact",
  "settingUpBuyers",
  "submitting",
  "thankYou",
  "End",
  "Disqualified",
  "Closing",
];

describe.each(all)("$code", (variant) => {
  const { code, machine } = variant;
  const states = Object.entries(machine.root.states);

  it("is in the file that bears its code, under its own id", () => {
    const file = new URL(`../../../machines/variants/${code}.ts`, import.meta.url);
    expect(readFileSync(file, "utf8")).toContain(`code: "${code}"`);
    expect(machine.id).toBe(code);
  });

  it("starts, at a question", () => {
    const actor = createActor(machine, { input: inputOf(code) }).start();
    expect(actor.getSnapshot().status).toBe("active");
    expect(stepNamed(walk(code).steps[0]!, machine)).toBeDefined();
    actor.stop();
  });

  it("has a known question for every state that is not a waiting or closing one", holds(324), () => {
    expect(
      states.map(([name]) => name).filter((name) => !stepNamed(name, machine) && !notSteps.includes(name)),
    ).toEqual([]);
  });

  it("waits only in steps that can be answered", holds(324), () => {
    const stuck = states.filter(
      ([, { type, always, on }]) => type === "atomic" && !always?.length && !Object.keys(on).includes("NEXT"),
    );
    expect(stuck).toEqual([]);
  });

  it("judges a description exactly when it asks for one", holds(423), () => {
    const { steps, calls } = walk(code);
    const describes = steps.some((name) =>
      stepNamed(name, machine)!.fields?.some((field) => field.name === "case_description"),
    );
    expect(calls.includes("checkGibberish")).toBe(describes);
  });
});

/** Surveys that post a lead. */
const posting = all.filter(({ flow }) => flow !== "ticket" && flow !== "benefits").map(({ code }) => code);

describe.each(posting)("submitting %s", (code) => {
  it("goes through calls that fail before the post", holds(357, 451, 464, 502), () => {
    const kind = "unavailable" as const;
    const { way, snapshot } = walk(code, {
      outcomes: {
        checkEmail: { kind },
        checkPhone: { kind },
        checkGibberish: { kind },
        exchangeLeadData: { kind },
      },
    });
    expect(way).toBe(walk(code).way);
    expect(["unchecked", undefined]).toContain(snapshot.context.checks.gibberish);
  });

  it("waits for another press when the post fails", holds(277, 365, 473), () => {
    const { snapshot } = walk(code, { outcomes: { postLead: { kind: "unavailable" } } });
    expect(snapshot.value).toEqual({ submitting: "unsent" });
    expect(snapshot.status).toBe("active");
  });

  it("asks again for a bad e-mail address", holds(418, 452), () => {
    const bad = { valid: true, disposable: true, timesBadBefore: 0 };
    const { snapshot } = walk(code, { outcomes: { checkEmail: bad } });
    expect(snapshot.context.errors).toEqual({ email: "emailRefused" });
    const again = walk(code, { outcomes: { checkEmail: { ...bad, timesBadBefore: 1 } } });
    expect(again.snapshot.context.errors).toEqual({ email: "emailBlocked" });
  });

  it("asks again for a bad phone number, where it is checked", holds(271, 419), () => {
    const fraud = { ...goodOutcomes.checkPhone, fraud_score: 86 };
    const { snapshot, calls } = walk(code, { outcomes: { checkPhone: fraud } });
    expect(snapshot.context.errors).toEqual(calls.includes("checkPhone") ? { phone: "phoneRefused" } : {});
    expect(calls.includes("checkPhone")).toBe(code !== "multi-step");
  });
});
