import { reworded, yesNoStep } from "./build.ts";
import type { Option, Step } from "./step.ts";

export const wasUserInjured = yesNoStep(
  "WasUserInjured",
  "physical_injury",
  {
    en: { heading: "Were you hurt in the accident?", subHeading: "Pain that started later counts too." },
    es: {
      heading: "¿Se lastimó en el accidente?",
      subHeading: "El dolor que empezó después también cuenta.",
    },
  },
  ["Yes", "No"],
);

/** The first six are the serious ones of spec 4.1, by the names given there. */
const injuries = [
  "Back or Neck Pain",
  "Broken Bones",
  "Whiplash",
  "Head Injury",
  "Spinal Cord Injury",
  "Loss of Limb",
  "Cuts or Bruises",
  "Other",
];

const injured = (value: string): Option => ({
  value,
  records: { physical_injury: "Yes", specific_injury: value },
});

/** The question as v4nv and its kin ask it: which injury, or none. */
export const whichInjury: Step = {
  name: "WasUserInjured",
  kind: "choice",
  options: [...injuries.map(injured), { value: "No", records: { physical_injury: "No" }, look: "link" }],
  wording: {
    en: {
      heading: "Were you hurt in the accident?",
      subHeading: "If you were hurt in more than one way, choose the most serious one.",
      options: {
        "Back or Neck Pain": "Back or neck pain",
        "Broken Bones": "Broken bones",
        Whiplash: "Whiplash",
        "Head Injury": "Head injury",
        "Spinal Cord Injury": "Spinal cord injury",
        "Loss of Limb": "Loss of a limb",
        "Cuts or Bruises": "Cuts or bruises",
        Other: "Another injury",
        No: "No, I was not hurt",
      },
    },
    es: {
      heading: "¿Se lastimó en el accidente?",
      subHeading: "Si se lastimó de varias maneras, elija la más grave.",
      options: {
        "Back or Neck Pain": "Dolor de espalda o de cuello",
        "Broken Bones": "Huesos rotos",
        Whiplash: "Latigazo cervical",
        "Head Injury": "Lesión en la cabeza",
        "Spinal Cord Injury": "Lesión de la médula espinal",
        "Loss of Limb": "Pérdida de un brazo o una pierna",
        "Cuts or Bruises": "Cortadas o moretones",
        Other: "Otra lesión",
        No: "No me lastimé",
      },
    },
  },
};

export const describeInjuries = reworded(whichInjury, {
  en: { heading: "What injuries do you have?" },
  es: { heading: "¿Qué lesiones tiene?" },
});
