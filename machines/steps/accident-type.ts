import { recording } from "./build.ts";
import type { Step } from "./step.ts";

/** The kinds of accident of the contact form (spec 3.1), asked in a survey. */
export const accidentTypeOptions = recording("accident_type", [
  "Car Accident",
  "Truck Accident",
  "Bicycle Accident",
  "Motorcycle Accident",
  "Pedestrian Accident",
  "Other",
]);

export const accidentTypeLabels = {
  en: {
    "Car Accident": "Car accident",
    "Truck Accident": "Truck accident",
    "Bicycle Accident": "Bicycle accident",
    "Motorcycle Accident": "Motorcycle accident",
    "Pedestrian Accident": "On foot",
    Other: "Something else",
  },
  es: {
    "Car Accident": "Accidente de carro",
    "Truck Accident": "Accidente de camión",
    "Bicycle Accident": "Accidente de bicicleta",
    "Motorcycle Accident": "Accidente de motocicleta",
    "Pedestrian Accident": "Iba a pie",
    Other: "Otro",
  },
};

export const typeOfAccident: Step = {
  name: "TypeOfAccident",
  kind: "choice",
  options: accidentTypeOptions,
  wording: {
    en: { heading: "What kind of accident was it?", options: accidentTypeLabels.en },
    es: { heading: "¿Qué tipo de accidente fue?", options: accidentTypeLabels.es },
  },
};

export const howWasUserHurt: Step = {
  name: "HowWasUserHurt",
  kind: "choice",
  options: accidentTypeOptions,
  wording: {
    en: {
      heading: "How were you hurt?",
      subHeading: "Choose what comes closest.",
      options: accidentTypeLabels.en,
    },
    es: {
      heading: "¿Cómo se lastimó?",
      subHeading: "Elija lo que más se parezca.",
      options: accidentTypeLabels.es,
    },
  },
};
