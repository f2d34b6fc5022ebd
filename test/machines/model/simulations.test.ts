import { describe, expect, it } from "vitest";
import { answerCases } from "../../../machines/model/cases.ts";
import { everyCall, type Move, outcomesOf, readMove, writeMove } from "../../../machines/model/moves.ts";
import { inputOf, readScenario, writeScenario } from "../../../machines/model/setup.ts";
import { simulate } from "../../../machines/model/simulate.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed, steps } from "../../../machines/steps/index.ts";
import { today } from "../../support/lead-facts.ts";

describe("simulations", () => {
  const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };

  function simulated(code: string, address: string) {
    const { setup, moves } = readScenario(variants.get(code)!, new URLSearchParams(address), usual);
    const { entry, input } = inputOf(setup);
    return simulate(entry.variant.machine, input, moves);
  }

  const email = "do=firstName%3DAna%26lastName%3DRivera%26email%3D";
  /** The survey of five questions up to the check of the phone number, the first address being refused. */
  const toPhone = [
    ...["accident_date_button%3DWithin%2B30%2BDays", "at_Fault%3Dno", "physical_injury%3DNo"].map(
      (text) => `do=${text}`,
    ),
    `${email}bad%2540example.com`,
    "do=checkEmail%3Ano such address, first time",
    `${email}good%2540example.com`,
    "do=checkEmail%3Agood",
    "do=phone%3D2135550123%26zip_code%3D90210",
    "do=lookUpZip%3Atwo-year state",
  ];

  const leaves = (code: string, address: string) => simulated(code, address).moments.map(({ leaf }) => leaf);

  describe("a move as text", () => {
    const answers = Object.values(steps).flatMap((step) => answerCases(step, today));
    const outcomes = everyCall.flatMap(outcomesOf).map((outcome): Move => ({ kind: "outcome", outcome }));

    it("is read back as it was written: every answer, every outcome", () => {
      const all: Move[] = [
        ...answers.map(
          (tried): Move => (tried.kind === "answer" ? { kind: "answer", answers: tried.answers } : tried),
        ),
        ...outcomes,
        {
          kind: "outcome",
          outcome: { call: "checkEmail", output: { valid: true, disposable: false, timesBadBefore: 7 } },
        },
        { kind: "page", event: { type: "TOGGLE_PLAY" } },
        { kind: "again" },
      ];
      expect(all.length).toBeGreaterThan(200);
      for (const move of all) expect(readMove(writeMove(move))).toEqual(move);
    });

    it.each([
      "",
      "nothing",
      "no_such_field=1",
      "checkEmail:",
      "checkEmail:{",
      "dropTables:good",
      "__proto__=1",
    ])("%j is not a move", (text) => {
      expect(readMove(text)).toBeUndefined();
    });
  });

  describe("a simulation", () => {
    it("lets a refused answer be given again, as a visit does", () => {
      const short = leaves("linear-short", toPhone.slice(0, 7).join("&"));
      expect(short.slice(-4)).toEqual([
        "NameAndEmail.checkingEmail",
        "NameAndEmail.asking",
        "NameAndEmail.checkingEmail",
        "PhoneAndZip.asking",
      ]);
    });

    it("forgets all of a refused answer once the question is answered again", () => {
      const answers = answerCases(stepNamed("OnePageSurvey")!, today).flatMap((tried) =>
        tried.kind === "answer" ? [tried.answers] : [],
      );
      const inOrder = answers.sort((one, other) => Object.keys(one).length - Object.keys(other).length);
      const [shorter, longer] = [inOrder[0]!, inOrder.at(-1)!];
      expect(Object.keys(shorter).length).toBeLessThan(Object.keys(longer).length);
      const { machine } = variants.get("one-page")!;
      const { setup } = readScenario(variants.get("one-page")!, new URLSearchParams(), usual);
      const { moments } = simulate(machine, inputOf(setup).input, [
        { kind: "answer", answers: longer },
        ...["checkEmail:disposable, second time", "lookUpZip:two-year state", "checkPhone:good"].map(
          (text) => readMove(text)!,
        ),
        { kind: "answer", answers: shorter },
      ]);
      expect(moments.at(-2)!.leaf).toBe("OnePageSurvey.asking");
      expect(moments.at(-1)!.snapshot.context.answers).toEqual(shorter);
    });

    it.each([
      ["an answer to another question", "do=at_Fault%3Dno"],
      ["an answer that is none of the choices", "do=accident_date_button%3DWithin%2B30%2BDayzzz"],
      ["the answer of a service nobody asked", "do=checkEmail%3Agood"],
      ["a control that is not there", "do=TOGGLE_PLAY"],
      ["a button where none is waited for", "do=again"],
    ])("does not take %s", (_what, address) => {
      expect(leaves("c", address)).toEqual(["WhenWasTheAccident"]);
    });

    it("stops at an impossible outcome of a service", () => {
      const broken = leaves("linear-short", [...toPhone, 'do=checkPhone%3A{"success":true}'].join("&"));
      expect(broken.at(-1)).toBe("PhoneAndZip.checkingPhone");
    });

    it("ignores nonsense in an address", () => {
      expect(leaves("c", "path=/survey/dui&today=2026-13-40&region=xyz&at=-4&do=")).toEqual([
        "WhenWasTheAccident",
      ]);
    });

    it("has the day, the path and the settings of its address", () => {
      const address = "path=/survey/v3&today=2024-02-29&region=ca&dateOfBirthStates=ca,tx&query=affid%3D7";
      const scenario = readScenario(variants.get("c")!, new URLSearchParams(address), usual);
      expect(inputOf(scenario.setup).input).toMatchObject({
        path: "/survey/v3",
        today: { year: 2024, month: 2, day: 29 },
        region: "CA",
        tracking: { affid: "7" },
        settings: { dateOfBirthStates: ["CA", "TX"] },
      });
      expect(readScenario(variants.get("c")!, writeScenario(scenario), usual)).toEqual(scenario);
    });
  });
});
