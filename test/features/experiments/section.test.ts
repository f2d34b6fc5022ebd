import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../services/features/experiments/feature.ts";
import { inForce } from "../../../services/features/experiments/in-force.ts";
import { section } from "../../../services/features/experiments/section.ts";
import { ownSection } from "../../../services/features/feature.ts";
import { readFile } from "../../../services/settings/settings-file.ts";
import { claimpathIn, settingsOf, settingsWith } from "../../support/files.ts";

describe("the section experiments", () => {
  const salt = "sixteen letters!";

  const theme = {
    id: "theme",
    about: "Another color.",
    paths: ["/survey/c"],
    arms: [
      { name: "plain", weight: 1 },
      { name: "color", weight: 2, flags: { theme: "v3", socialProof: true } },
    ],
    control: "plain",
    start: "2026-11-24T06:00:00-05:00",
    metric: "qualified",
  };

  const faultsOf = (...list: object[]) =>
    readFile({ CLAIMPATH_FILE: claimpathIn({ experiments: { salt, list } }) }).faults;

  it("an experiment is read with its times, its flags, and its paths in their usual spelling", () => {
    const yaml = `
salt: ${salt}
list:
  - id: short
    about: Does a shorter survey bring more?
    paths: [/survey/C/, /survey/v4nv]
    arms:
      - { name: long, weight: 1 }
      - { name: short, weight: 1, survey: /survey/v5 }
      - { name: color, weight: 1, flags: { theme: v3, socialProof: on } }
    control: long
    start: 2026-11-24T06:00:00-05:00
    stop: 2026-12-24T06:00:00-05:00
    winner: short
    metric: leads
`;
    const settings = settingsOf({ experiments: yaml });
    expect(ownSection(settings, section).list).toEqual([
      {
        id: "short",
        about: "Does a shorter survey bring more?",
        paths: ["/survey/c", "/survey/v4nv"],
        arms: [
          { name: "long", weight: 1, flags: {} },
          { name: "short", weight: 1, flags: {}, survey: "/survey/v5" },
          { name: "color", weight: 1, flags: { theme: "v3", socialProof: true } },
        ],
        control: "long",
        share: 1,
        start: Date.UTC(2026, 10, 24, 11),
        stop: Date.UTC(2026, 11, 24, 11),
        winner: "short",
        metric: "leads",
      },
    ]);
    expect(settings.arms.assign!("/survey/c", "anybody", Date.UTC(2027, 0, 1))!.name).toBe("short");
  });

  it("without a file there are no experiments", () => {
    const settings = settingsOf({});
    expect([ownSection(settings, section).list, settings.arms.assign]).toEqual([[], undefined]);
  });

  describe("a fault prevents the start and is reported with line, column and a suggestion", () => {
    it.each([
      ["{}", "line 1 column 1: experiments.salt is missing"],
      [`salt: short\nlist: []`, "line 2 column 3: experiments.salt must have at least 16 characters"],
      [`salt: ${salt}\nlst: []`, "line 3 column 3: experiments.lst is not known here; did you mean list?"],
      [
        `salt: ${salt}\nlist:\n  - id: Two words`,
        "line 4 column 7: experiments.list.0.id must be small letters, digits",
      ],
    ])("%j", (yaml, fault) => {
      const start = () => settingsWith(`experiments:\n  ${yaml.replaceAll("\n", "\n  ")}`);
      expect(start).toThrow(/^Bad settings: .*claimpath\.yaml/);
      expect(start).toThrow(fault);
    });

    it.each<[object, string]>([
      [{ paths: ["/survey/cc"] }, "paths.0 is no survey's path; did you mean /survey/c?"],
      [{ control: "plane" }, "control is no arm; did you mean plain?"],
      [{ stop: "2026-11-23T06:00:00Z" }, "stop must be after the start"],
      [{ winner: "color" }, "winner needs a stop, after which everybody is shown the winner"],
      [{ winner: "colour", stop: "2026-12-23T06:00:00Z" }, "winner is no arm; did you mean color?"],
      [{ start: "tomorrow" }, "start must be a time like 2026-12-01T06:00:00-05:00"],
      [{ share: 0 }, "share must be above 0"],
      [{ metric: "clicks" }, "metric must be qualified, leads or sold"],
      [{ "sold-after": 3 }, "sold-after is of the metric sold"],
      [{ metric: "sold", "sold-after": 61 }, "sold-after must be 60 at most"],
      [
        { arms: [theme.arms[0], { name: "b", weight: 1, words: "Two words" }] },
        "arms.1.words must be small letters, digits and hyphens, 32 at most",
      ],
      [
        { arms: [theme.arms[0], { name: "b", weight: 1, words: "crash" }], control: "plain" },
        "start must be left out, since an arm has words: the console begins it",
      ],
      [{ grup: "a" }, "grup is not known here; did you mean group?"],
      [{ arms: [theme.arms[0]] }, "arms must have at least two arms"],
      [{ arms: [theme.arms[0], theme.arms[0]] }, "arms.1.name is there twice"],
      [{ arms: [theme.arms[0], { name: "b", weight: 0.5 }] }, "arms.1.weight must be a whole number"],
      [
        { arms: [theme.arms[0], { name: "b", weight: 1, flags: { them: "v3" } }] },
        "arms.1.flags.them is no flag; did you mean theme?",
      ],
      [
        { arms: [theme.arms[0], { name: "b", weight: 1, survey: "/survey/v99" }] },
        "arms.1.survey is no survey's path",
      ],
      [
        { arms: [theme.arms[0], { name: "b", weight: 1, flag: {} }] },
        "arms.1.flag is not known here; did you mean flags?",
      ],
    ])("%j", (own, fault) => {
      expect(faultsOf({ ...theme, ...own }).join()).toContain(`: experiments.list.0.${fault}`);
      expect(faultsOf({ ...theme, ...own }).join()).toMatch(/line 1 column \d+/);
    });

    it("names used twice, experiments that overlap, and a group that is full are faults", () => {
      const other = { ...theme, id: "text" };
      expect(faultsOf(theme, theme)[0]).toContain("list.1.id is there twice");
      expect(faultsOf(theme, other)[0]).toContain(
        "list.1.group must be the same for theme and text, which run at the same path and time",
      );
      expect(faultsOf(theme, { ...other, paths: ["/survey/v7"] })).toEqual([]);
      expect(
        faultsOf({ ...theme, stop: "2026-12-01T00:00:00Z" }, { ...other, start: "2026-12-01T00:00:00Z" }),
      ).toEqual([]);
      const [one, two] = [theme, other].map((each) => ({ ...each, group: "look", share: 0.5 }));
      expect(faultsOf(one!, two!)).toEqual([]);
      expect(faultsOf(one!, { ...two!, share: 0.6 })[0]).toContain(
        "list.1.share must be smaller: 0.6 is not free in group look",
      );
    });
  });
});

describe("the events of an experiment", () => {
  it("are its start and its stop, at all surveys that it is on or shows", () => {
    const arms = [
      { name: "plain", weight: 1 },
      { name: "short", weight: 1, survey: "/survey/v5" },
    ];
    const own = {
      id: "look",
      about: "",
      paths: ["/survey/c"],
      control: "plain",
      share: 1,
      metric: "leads" as const,
    };
    const variants = ["c", "one-page"];
    const events = (more: object) =>
      inForce({ salt: "", list: [{ ...own, arms, ...more }] }).flatMap(eventsOf);
    expect(events({ start: 1, stop: 2, winner: "plain" })).toEqual([
      { at: 1, text: "Experiment look starts", variants },
      { at: 2, text: "Experiment look stops, plain wins", variants },
    ]);
    expect(events({ start: 1 })).toHaveLength(1);
  });
});
