import { choiceStep, type Labels } from "./build.ts";

/** The kinds of accident of the contact form (spec 3.1), asked in a survey. */
export const accidentTypeLabels: Labels = {
  "Car Accident": ["Car accident", "Accidente de carro"],
  "Truck Accident": ["Truck accident", "Accidente de tráiler o camión de carga"],
  "Bicycle Accident": ["Bicycle accident", "Accidente de bicicleta"],
  "Motorcycle Accident": ["Motorcycle accident", "Accidente de motocicleta"],
  "Pedestrian Accident": ["On foot", "Iba a pie"],
  Other: ["Something else", "Otro"],
};

export const typeOfAccident = choiceStep(
  "TypeOfAccident",
  "accident_type",
  { en: { heading: "What kind of accident was it?" }, es: { heading: "¿Qué tipo de accidente fue?" } },
  accidentTypeLabels,
);

export const howWasUserHurt = choiceStep(
  "HowWasUserHurt",
  "accident_type",
  {
    en: { heading: "How were you hurt?", subHeading: "Choose the closest answer." },
    es: { heading: "¿Cómo se lastimó?", subHeading: "Elija lo que más se parezca." },
  },
  accidentTypeLabels,
);
