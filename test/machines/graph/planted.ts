// biome-ignore-all lint/suspicious/noExplicitAny: a chart's config, changed in places that its types would forbid
export type Config = any;

/** An edit of C's chart, and all that is reported of it, paths aside. */
type Edit = { name: string; edit(config: Config): void; tells: string[] };

/** @param places what is there afterwards: nothing where it is undefined, else the value or what a function makes */
function edited(name: string, places: Record<string, unknown>, tells: string[] = []): Edit {
  const edit = (config: Config) => {
    for (const [place, value] of Object.entries(places)) {
      const keys = place.split(".");
      const holder = keys.slice(0, -1).reduce((inner, key) => inner[key], config);
      const now = typeof value === "function" ? value(config) : value;
      if (now === undefined) delete holder[keys.at(-1)!];
      else holder[keys.at(-1)!] = now;
    }
  };
  return { name, edit, tells };
}

const next = "states.WasUserInjured.on.NEXT";
const nextIn = ({ states }: Config) => states.WasUserInjured.on.NEXT;
const injuredEdge = "WasUserInjured#NEXT#notInjured#PoliceReportFiled";
const otherwiseEdge = "WasUserInjured#NEXT##TypeOfMedicalTreatment";
const email = "states.NameAndEmail.states.checkingEmail";

export const edits: Edit[] = [
  edited(
    "a state is renamed",
    {
      "states.Blame": ({ states }: Config) => states.AtFault,
      "states.AtFault": undefined,
      "states.OtherDriversVehicleType.on.NEXT": "Blame",
    },
    [
      ...["+ states Blame", "- states AtFault", "+ edges Blame#NEXT##WasUserInjured"],
      ...["- edges AtFault#NEXT##WasUserInjured", "~ edges OtherDriversVehicleType#NEXT##AtFault"],
      ...["- questions AtFault"],
    ],
  ),
  edited(
    "a question is added",
    {
      "states.HasLawyer.on.NEXT": "DateOfBirth",
      "states.DateOfBirth": { on: { NEXT: "IncidentDescription" } },
    },
    [
      "+ states DateOfBirth",
      "+ edges DateOfBirth#NEXT##IncidentDescription",
      "~ edges HasLawyer#NEXT##IncidentDescription",
      "+ questions DateOfBirth",
    ],
  ),
  edited("progress is changed", { "states.AtFault.meta.progress": 31 }, ["~ states AtFault"]),
  edited("a tag is added", { "states.HasLawyer.tags": ["legal"] }, ["~ states HasLawyer"]),
  edited("the beginning is another", { initial: "AtFault" }, ["~ states *"]),
  edited("an entry action is added", { "states.AtFault.entry": "nameNoBuyers" }, [
    "~ states AtFault",
    "+ actions nameNoBuyers",
  ]),
  edited("a guard is dropped", { [next]: (config: Config) => nextIn(config).slice(1) }, [
    `- edges ${injuredEdge}`,
    "- guards notInjured",
  ]),
  edited("guards are tried in another order", { [next]: (config: Config) => nextIn(config).toReversed() }, [
    `~ edges ${injuredEdge}`,
    `~ edges ${otherwiseEdge}`,
  ]),
  edited(
    "actions are done in another order",
    { "on.ANSWER.actions": ({ on }: Config) => on.ANSWER.actions.toReversed() },
    ["~ edges *#ANSWER##"],
  ),
  edited(
    "an action is handed something else",
    { [`${next}.0.actions`]: { type: "nameListedBuyers", params: { as: "fixed" } } },
    [`~ edges ${injuredEdge}`, "+ actions nameListedBuyers"],
  ),
  edited("a transition enters again", { [`${next}.0.reenter`]: true }, [`~ edges ${injuredEdge}`]),
  edited("a service is another", { [`${email}.invoke.src`]: "checkPhone" }, [
    "~ states NameAndEmail.checkingEmail",
    "- services checkEmail",
  ]),
  edited("a service is waited for so long", { [`${email}.after`]: { 15000: "accepted" } }, [
    "+ edges NameAndEmail.checkingEmail#after.15000##NameAndEmail.accepted",
  ]),
  edited("answers are heard no longer", { "on.ANSWER": undefined }, [
    "- edges *#ANSWER##",
    "- actions remember",
    "- actions loadScripts",
    "- actions advance",
  ]),
  // After these the chart does what it did, on every path too.
  edited("the states stand in another order", { states: ({ states }: Config) => backwards(states) }),
  edited("the keys of every state do", { states: ({ states }: Config) => reordered(states) }),
  edited("a target is written out", { "states.AtFault.on.NEXT": [{ target: "#c.WasUserInjured" }] }),
  edited("a description is added", { "states.AtFault.description": "Who caused it?" }),
];

function reordered(value: Config): Config {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return backwards(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reordered(each)])));
}

function backwards(given: Config): Config {
  return Object.fromEntries(Object.entries(given).reverse());
}
