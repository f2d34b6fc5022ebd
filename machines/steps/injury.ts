import { choiceStep, reworded, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

export const wasUserInjured = yesNoStep("WasUserInjured", "physical_injury", {
  en: { heading: "Were you hurt in the accident?", subHeading: "Pain that started later counts too." },
  es: { heading: "¿Se lastimó en el accidente?", subHeading: "El dolor que empezó después también cuenta." },
});

/** The first six are the serious ones of spec 4.1, by the names given there. */
const injuries = {
  "Back or Neck Pain": ["Back or neck pain", "Dolor de espalda o de cuello"],
  "Broken Bones": ["Broken bones", "Huesos rotos"],
  Whiplash: ["Whiplash", "Latigazo (whiplash)"],
  "Head Injury": ["Head injury", "Lesión en la cabeza"],
  "Spinal Cord Injury": ["Spinal cord injury", "Lesión de la médula espinal"],
  "Loss of Limb": ["Loss of a limb", "Pérdida de un brazo o una pierna"],
  "Cuts or Bruises": ["Cuts or bruises", "Cortadas o moretones"],
  Other: ["Another injury", "Otra lesión"],
} as const;

const injured = (value: string): Option => ({
  value,
  records: { physical_injury: "Yes", specific_injury: value },
});

/**
 * The question as v4nv and its relatives ask it: which injury, or none. One press is one answer, and charts and buyers
 * decide by one injury: the others belong in the description, which every such survey asks for later.
 */
export const whichInjury = choiceStep(
  "WasUserInjured",
  [...Object.keys(injuries).map(injured), { value: "No", records: { physical_injury: "No" }, look: "link" }],
  {
    en: {
      heading: "Were you hurt in the accident?",
      subHeading:
        "If you have several injuries, choose the most serious one. You can describe the others later.",
    },
    es: {
      heading: "¿Se lastimó en el accidente?",
      subHeading: "Si tiene varias lesiones, elija la más grave. Después puede contarnos las demás.",
    },
  },
  { ...injuries, No: ["No, I wasn’t hurt", "No me lastimé"] },
);

export const describeInjuries = reworded(whichInjury, {
  en: { heading: "What injuries do you have?" },
  es: { heading: "¿Qué lesiones tiene?" },
});
