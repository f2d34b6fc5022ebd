// biome-ignore-all lint/suspicious/noExplicitAny: a chart's config, changed in places that its types would forbid
export type Config = any;

/** An edit of C's chart, and all that has to be told of it, paths aside. */
export type Edit = { name: string; edit(config: Config): void; tells: string[] };

const injuredEdge = "WasUserInjured#NEXT#notInjured#PoliceReportFiled";
const otherwiseEdge = "WasUserInjured#NEXT##TypeOfMedicalTreatment";
const next = ({ states }: Config) => states.WasUserInjured.on.NEXT;
const emailCheck = ({ states }: Config) => states.NameAndEmail.states.checkingEmail;

export const edits: Edit[] = [
  {
    name: "a state is renamed",
    edit: ({ states }) => {
      states.Blame = states.AtFault;
      delete states.AtFault;
      states.OtherDriversVehicleType.on.NEXT = "Blame";
    },
    tells: [
      "+ states Blame",
      "- states AtFault",
      "+ edges Blame#NEXT##WasUserInjured",
      "- edges AtFault#NEXT##WasUserInjured",
      "~ edges OtherDriversVehicleType#NEXT##AtFault",
      "- questions AtFault",
    ],
  },
  {
    name: "a question is added",
    edit: ({ states }) => {
      states.HasLawyer.on.NEXT = "DateOfBirth";
      states.DateOfBirth = { on: { NEXT: "IncidentDescription" } };
    },
    tells: [
      "+ states DateOfBirth",
      "+ edges DateOfBirth#NEXT##IncidentDescription",
      "~ edges HasLawyer#NEXT##IncidentDescription",
      "+ questions DateOfBirth",
    ],
  },
  {
    name: "a state is left out",
    edit: ({ states }) => {
      delete states.OtherDriversVehicleType;
      states.WhenWasTheAccident.on.NEXT = "AtFault";
    },
    tells: [
      "- states OtherDriversVehicleType",
      "- edges OtherDriversVehicleType#NEXT##AtFault",
      "~ edges WhenWasTheAccident#NEXT##OtherDriversVehicleType",
      "- questions OtherDriversVehicleType",
    ],
  },
  {
    name: "progress is changed",
    edit: ({ states }) => {
      states.AtFault.meta.progress = 31;
    },
    tells: ["~ states AtFault"],
  },
  {
    name: "the overlay is taken away",
    edit: ({ states }) => {
      delete states.submitting.meta.overlay;
    },
    tells: ["~ states submitting"],
  },
  {
    name: "meta is taken away whole",
    edit: ({ states }) => {
      delete states.HasLawyer.meta;
    },
    tells: ["~ states HasLawyer"],
  },
  {
    name: "a tag is added",
    edit: ({ states }) => {
      states.HasLawyer.tags = ["legal"];
    },
    tells: ["~ states HasLawyer"],
  },
  {
    name: "the beginning is another",
    edit: (config) => {
      config.initial = "AtFault";
    },
    tells: ["~ states *"],
  },
  {
    name: "a part begins elsewhere",
    edit: ({ states }) => {
      states.submitting.initial = "posting";
    },
    tells: ["~ states submitting"],
  },
  {
    name: "an entry action is taken away",
    edit: ({ states }) => {
      delete states.submitting.states.exchangingLeadData.entry;
    },
    tells: ["~ states submitting.exchangingLeadData", "- actions openClickWindow"],
  },
  {
    name: "an exit action is added",
    edit: ({ states }) => {
      states.AtFault.exit = "togglePlay";
    },
    tells: ["~ states AtFault", "+ actions togglePlay"],
  },
  {
    name: "a guard is dropped",
    edit: (config) => {
      next(config).shift();
    },
    tells: [`- edges ${injuredEdge}`, "- guards notInjured"],
  },
  {
    name: "a guard is another",
    edit: (config) => {
      next(config)[0].guard = "injured";
    },
    tells: [`~ edges ${injuredEdge}`, "+ guards injured", "- guards notInjured"],
  },
  {
    name: "a guard is put before the others",
    edit: (config) => {
      next(config).unshift({ guard: "atFault", target: "HasLawyer" });
    },
    tells: ["+ edges WasUserInjured#NEXT#atFault#HasLawyer", "+ guards atFault"],
  },
  {
    name: "guards are tried in another order",
    edit: (config) => {
      next(config).reverse();
    },
    tells: [`~ edges ${injuredEdge}`, `~ edges ${otherwiseEdge}`],
  },
  {
    name: "a target is another",
    edit: (config) => {
      next(config)[0].target = "HasLawyer";
    },
    tells: [`~ edges ${injuredEdge}`],
  },
  {
    name: "an action is added",
    edit: (config) => {
      next(config)[0].actions = "completeTreatment";
    },
    tells: [`~ edges ${injuredEdge}`, "+ actions completeTreatment"],
  },
  {
    name: "actions are done in another order",
    edit: ({ on }) => {
      on.ANSWER.actions.reverse();
    },
    tells: ["~ edges *#ANSWER##"],
  },
  {
    name: "an action is handed something else",
    edit: (config) => {
      next(config)[0].actions = { type: "nameListedBuyers", params: { as: "fixed" } };
    },
    tells: [`~ edges ${injuredEdge}`, "+ actions nameListedBuyers"],
  },
  {
    name: "a transition enters again",
    edit: (config) => {
      next(config)[0].reenter = true;
    },
    tells: [`~ edges ${injuredEdge}`],
  },
  {
    name: "a step listens to another event",
    edit: ({ states }) => {
      states.AtFault.on = { CONTINUE: states.AtFault.on.NEXT };
    },
    tells: ["+ edges AtFault#CONTINUE##WasUserInjured", "- edges AtFault#NEXT##WasUserInjured"],
  },
  {
    name: "a step listens to one more event",
    edit: ({ states }) => {
      states.AtFault.on.TOGGLE_PLAY = { actions: "togglePlay" };
    },
    tells: ["+ edges AtFault#TOGGLE_PLAY##", "+ actions togglePlay"],
  },
  {
    name: "a service is another",
    edit: (config) => {
      emailCheck(config).invoke.src = "checkPhone";
    },
    tells: ["~ states NameAndEmail.checkingEmail", "- services checkEmail"],
  },
  {
    name: "a service's silence leads elsewhere",
    edit: (config) => {
      emailCheck(config).invoke.onError.target = "asking";
    },
    tells: ["~ edges NameAndEmail.checkingEmail#checkEmail.error##NameAndEmail.accepted"],
  },
  {
    name: "a service's silence leads nowhere",
    edit: (config) => {
      delete emailCheck(config).invoke.onError;
    },
    tells: [
      "- edges NameAndEmail.checkingEmail#checkEmail.error##NameAndEmail.accepted",
      "- actions acceptEmailUnchecked",
    ],
  },
  {
    name: "a service is waited for so long",
    edit: (config) => {
      emailCheck(config).after = { 15000: "accepted" };
    },
    tells: ["+ edges NameAndEmail.checkingEmail#after.15000##NameAndEmail.accepted"],
  },
  {
    name: "a step goes on by itself",
    edit: ({ states }) => {
      states.HasLawyer = { meta: states.HasLawyer.meta, always: "IncidentDescription" };
    },
    tells: [
      "~ states HasLawyer",
      "+ edges HasLawyer#always##IncidentDescription",
      "- edges HasLawyer#NEXT##IncidentDescription",
    ],
  },
  {
    name: "a part's end leads elsewhere",
    edit: ({ states }) => {
      states.NameAndEmail.onDone = "submitting";
    },
    tells: ["~ edges NameAndEmail#done##PhoneAndZip"],
  },
  {
    name: "an end is added",
    edit: ({ states }) => {
      states.submitting.onDone = [{ guard: "disqualified", target: "Disqualified" }, "thankYou"];
      states.Disqualified = { type: "final" };
    },
    tells: [
      "+ states Disqualified",
      "+ edges submitting#done#disqualified#Disqualified",
      "+ guards disqualified",
      "+ questions Disqualified",
      "+ outcomes end Disqualified",
    ],
  },
  {
    name: "two parts run beside one another",
    edit: ({ states }) => {
      states.submitting.type = "parallel";
    },
    tells: ["~ states submitting"],
  },
];

const backwards = <Value>(given: Record<string, Value>) =>
  Object.fromEntries(Object.entries(given).reverse());

/** Edits after which the chart does what it did. */
export const harmless: { name: string; edit(config: Config): Config }[] = [
  {
    name: "the states stand in another order",
    edit: (config) => ({ ...config, states: backwards(config.states) }),
  },
  { name: "the keys of every state do", edit: reordered },
  {
    name: "a target is written out",
    edit: (config) => {
      config.states.AtFault.on.NEXT = [{ target: "#c.WasUserInjured" }];
      return config;
    },
  },
  {
    name: "one action is a list",
    edit: (config) => {
      config.states.submitting.states.exchangingLeadData.entry = ["openClickWindow"];
      return config;
    },
  },
  {
    name: "a description is added",
    edit: (config) => {
      config.states.AtFault.description = "Who caused it?";
      return config;
    },
  },
];

function reordered(value: Config): Config {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, reordered(each)] as const);
  return Object.fromEntries(inner.reverse());
}
