import * as z from "zod";
import { entryPaths, findEntry } from "../../../machines/registry.ts";
import { readPathFlags } from "../../settings/pages.ts";
import { closest } from "../../yaml/closest.ts";
import { checked, type Fault, faultText, type Part, type Path } from "../../yaml/yaml-file.ts";
import type { OwnSection } from "../feature.ts";
import { conflicts, faultsAmong } from "./conflicts.ts";
import type { Experiment } from "./experiment.ts";
import type { Experiments } from "./in-force.ts";

/** Names of experiments and arms appear in addresses, and in lists separated by commas and colons. */
const name = z
  .string("must be a text")
  .regex(/^[a-z\d][a-z\d-]{0,31}$/, "must be small letters, digits and hyphens, 32 at most");

/** A time with its zone: `2026-12-01T06:00:00-05:00`. */
const time = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-12-01T06:00:00-05:00" })
  .transform((given) => Date.parse(given));

const arm = z.strictObject(
  {
    name,
    weight: z.int("must be a whole number").min(1, "must be 1 or more").max(1_000_000, "is too large"),
    flags: z.record(z.string(), z.union([z.string(), z.boolean()]), "must have flags below it").optional(),
    survey: z.string("must be the path of a survey").optional(),
    words: name.optional(),
  },
  "must have a name and a weight",
);

const experiment = z.strictObject(
  {
    id: name,
    about: z.string("must say what is tried").trim().min(1, "must say what is tried").max(500, "is too long"),
    paths: z.array(z.string("must be a path"), "must be a list of paths").min(1, "must have a path"),
    arms: z.array(arm, "must be a list of arms").min(2, "must have at least two arms").max(20, "is too long"),
    control: name,
    group: name.optional(),
    share: z
      .number("must be a number from 0 to 1")
      .gt(0, "must be above 0")
      .max(1, "must be at most 1")
      .default(1),
    start: time.optional(),
    stop: time.optional(),
    winner: name.optional(),
    metric: z.enum(["qualified", "leads", "sold"], "must be qualified, leads or sold"),
    "sold-after": z
      .int("must be a whole number of days")
      .min(0, "must be 0 or more")
      .max(60, "must be 60 at most")
      .optional(),
  },
  "must be an experiment",
);

const whole = z.strictObject(
  {
    salt: z.string("must be a text").min(16, "must have at least 16 characters"),
    list: z.array(experiment, "must be a list of experiments").max(200, "must have at most 200"),
  },
  "must have a salt and a list",
);

type Given = z.infer<typeof experiment>;

/** Days after which most of what buyers send back has come back. */
const usualSoldAfter = 7;

/** How much later than it is taken up a start or a stop in the file must be: by then every process has read it. */
const takeUpMs = 60_000;

const none: Experiments = { salt: "", list: [] };

/** The experiments section of the operator's file. */
export const section: OwnSection<Experiments> = {
  name: "experiments",
  about: "Who sees what (docs/experiments.md).",
  example: `
  salt: a text of 16 characters or more, which stays as it is
  list:
    - id: theme-of-c
      about: whether the lighter look brings more leads
      paths: [/survey/c]
      metric: leads
      control: plain
      arms:
        - { name: plain, weight: 1 }
        - { name: light, weight: 1, flags: { theme: v5 } }
`,
  none,
  read: readExperiments,
  isTakenUp: true,
};

/**
 * Reads the operator's experiments. If any has a fault, there are none.
 * @param running those of a running site, to which these are to be the next
 */
function readExperiments(part: Part, running?: Experiments): { value: Experiments; faults: string[] } {
  const refuse = (faults: Fault[]) => ({ value: none, faults: faults.map((each) => faultText(part, each)) });
  const next = (given: Experiments): ReturnType<typeof refuse> => {
    if (!running) return { value: given, faults: [] };
    const value = { ...given, changes: running.changes ?? [] };
    const faults = conflicts(running, value, Date.now() + takeUpMs);
    return faults.length > 0 ? refuse(faults) : { value, faults: [] };
  };
  if (part.given == null) return next(none);
  const read = checked(whole, part.given);
  if ("faults" in read) return refuse(read.faults);
  const { salt } = read.data;
  const each = read.data.list.map((given, index) => checkedExperiment(given, ["list", index]));
  const list = each.map(({ experiment }) => experiment);
  const faults = [...each.flatMap((one) => one.faults), ...faultsAmong(list)];
  return faults.length > 0 ? refuse(faults) : next({ salt, list });
}

function checkedExperiment(given: Given, where: Path): { experiment: Experiment; faults: Fault[] } {
  const faults: Fault[] = [];
  const refuse = (place: Path, text: string, meant?: string) =>
    faults.push({ where: [...where, ...place], text, meant });
  const { start, stop, winner, control, "sold-after": soldAfter, ...same } = given;
  const names = given.arms.map((each) => each.name);
  const paths = given.paths.map((written, index) => {
    const found = findEntry(written);
    if (!found) refuse(["paths", index], "is no survey's path", closest(written, entryPaths));
    return found?.path ?? written;
  });
  const arms = given.arms.map(({ flags: written = {}, survey, ...each }, index) => {
    if (names.indexOf(each.name) !== index) refuse(["arms", index, "name"], "is there twice");
    const shown = survey === undefined ? undefined : findEntry(survey);
    if (survey !== undefined && !shown)
      refuse(["arms", index, "survey"], "is no survey's path", closest(survey, entryPaths));
    const entries = shown ? [shown] : paths.flatMap((path) => findEntry(path) ?? []);
    const read = entries.map((entry) => readPathFlags(written, entry));
    for (const fault of read.find((one) => one.faults.length > 0)?.faults ?? [])
      refuse(["arms", index, ...fault.where], fault.text, fault.meant);
    return { ...each, flags: read[0]?.value ?? {}, ...(shown && { survey: shown.path }) };
  });
  for (const [field, value] of Object.entries({ control, winner })) {
    if (value !== undefined && !names.includes(value)) refuse([field], "is no arm", closest(value, names));
  }
  if (start !== undefined && stop !== undefined && stop <= start) refuse(["stop"], "must be after the start");
  if (winner !== undefined && stop === undefined)
    refuse(["winner"], "needs a stop, after which everybody is shown the winner");
  // The file is read without the store: only a press can look whether the words are there.
  if (start !== undefined && given.arms.some(({ words }) => words !== undefined))
    refuse(
      ["start"],
      "must be left out, since an arm has words: the console begins it, where these are there",
    );
  const isSold = given.metric === "sold";
  if (soldAfter !== undefined && !isSold) refuse(["sold-after"], "is of the metric sold");
  const experiment = {
    ...same,
    control,
    paths,
    arms,
    ...(start !== undefined && { start }),
    ...(stop !== undefined && { stop }),
    ...(winner !== undefined && { winner }),
    ...(isSold && { soldAfter: soldAfter ?? usualSoldAfter }),
  };
  return { experiment, faults };
}
