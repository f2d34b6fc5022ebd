import type { Edit } from "./planted.ts";

const emailDone = "NameAndEmail.checkingEmail#checkEmail.done";

/** More edits of C's chart, on its ways and in its parts. */
export const furtherEdits: Edit[] = [
  {
    name: "a step leads back",
    edit: ({ states }) => {
      states.PoliceReportFiled.on.NEXT = "AtFault";
    },
    tells: ["~ edges PoliceReportFiled#NEXT##HasLawyer"],
  },
  {
    name: "two steps change places",
    edit: ({ states }) => {
      states.OtherDriversVehicleType.on.NEXT = "WasUserInjured";
      states.WasUserInjured.on.NEXT = "AtFault";
      states.AtFault.on.NEXT = "PoliceReportFiled";
    },
    tells: [
      "- edges WasUserInjured#NEXT#notInjured#PoliceReportFiled",
      "~ edges OtherDriversVehicleType#NEXT##AtFault",
      "~ edges AtFault#NEXT##WasUserInjured",
      "~ edges WasUserInjured#NEXT##TypeOfMedicalTreatment",
      "- guards notInjured",
    ],
  },
  {
    name: "answers are heard no longer",
    edit: ({ on }) => {
      delete on.ANSWER;
    },
    tells: ["- edges *#ANSWER##", "- actions remember", "- actions loadScripts", "- actions advance"],
  },
  {
    name: "one more event is heard anywhere",
    edit: ({ on }) => {
      on.RESET = ".AtFault";
    },
    tells: ["+ edges *#RESET##AtFault"],
  },
  {
    name: "a service's answers are weighed in another order",
    edit: ({ states }) => {
      states.NameAndEmail.states.checkingEmail.invoke.onDone.reverse();
    },
    tells: [
      `~ edges ${emailDone}#emailIsBad#NameAndEmail.asking`,
      `~ edges ${emailDone}##NameAndEmail.accepted`,
    ],
  },
  {
    name: "a service's answer does more",
    edit: ({ states }) => {
      states.NameAndEmail.states.checkingEmail.invoke.onDone[0].actions = ["refuseEmail", "nameNoBuyers"];
    },
    tells: [`~ edges ${emailDone}#emailIsBad#NameAndEmail.asking`, "+ actions nameNoBuyers"],
  },
  {
    name: "a post without an answer is taken for a success",
    edit: ({ states }) => {
      states.submitting.states.posting.invoke.onError = "posted";
    },
    tells: ["~ edges submitting.posting#postLead.error##submitting.unsent"],
  },
  {
    name: "a service is asked no longer, and what hangs on its answer",
    edit: ({ states }) => {
      states.PhoneAndZip.states.asking.on.NEXT = "checkingPhone";
      delete states.PhoneAndZip.states.lookingUpZip;
    },
    tells: [
      "- states PhoneAndZip.lookingUpZip",
      "- edges PhoneAndZip.lookingUpZip#lookUpZip.done##PhoneAndZip.checkingPhone",
      "- edges PhoneAndZip.lookingUpZip#lookUpZip.error##PhoneAndZip.checkingPhone",
      "~ edges PhoneAndZip.asking#NEXT##PhoneAndZip.lookingUpZip",
      "- actions storePlace",
      "- actions leavePlaceEmpty",
      "- services lookUpZip",
      "- outcomes dq_reason date|accident_limit_exceeded",
    ],
  },
  {
    name: "the end has another name",
    edit: ({ states }) => {
      states.done = states.thankYou;
      delete states.thankYou;
      states.submitting.onDone = "done";
    },
    tells: [
      "+ states done",
      "- states thankYou",
      "~ edges submitting#done##thankYou",
      "+ outcomes end done",
      "- outcomes end thankYou",
    ],
  },
  {
    name: "a step becomes a part of two",
    edit: ({ states }) => {
      const parts = { asking: { on: { NEXT: "sure" } }, sure: {} };
      states.AtFault = { ...states.AtFault, initial: "asking", states: parts };
    },
    tells: [
      "+ states AtFault.asking",
      "+ states AtFault.sure",
      "~ states AtFault",
      "+ edges AtFault.asking#NEXT##AtFault.sure",
    ],
  },
  {
    name: "an entry action is added",
    edit: ({ states }) => {
      states.AtFault.entry = "nameNoBuyers";
    },
    tells: ["~ states AtFault", "+ actions nameNoBuyers"],
  },
  {
    name: "a step may be passed without an answer",
    edit: ({ states }) => {
      states.HasLawyer.always = { guard: "injured", target: "IncidentDescription" };
    },
    tells: ["~ states HasLawyer", "+ edges HasLawyer#always#injured#IncidentDescription", "+ guards injured"],
  },
];
