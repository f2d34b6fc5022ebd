import { choiceStep } from "./build.ts";
import type { Option } from "./step.ts";

const treated = (value: string): Option => ({
  value,
  records: { doctor_treatment: "Yes", injury_type: value },
});

export const typeOfMedicalTreatment = choiceStep(
  "TypeOfMedicalTreatment",
  [
    treated("Hospital"),
    treated("Doctor"),
    treated("Chiropractor"),
    { value: "None", records: { doctor_treatment: "No", injury_type: "None" } },
  ],
  {
    en: {
      heading: "What medical care have you had?",
      subHeading: "If you had more than one kind, choose the first.",
    },
    es: {
      heading: "¿Qué atención médica ha recibido?",
      subHeading: "Si recibió más de una, elija la primera.",
    },
  },
  {
    Hospital: ["Hospital or emergency room", "Hospital o sala de emergencias"],
    Doctor: ["Doctor or clinic", "Doctor o clínica"],
    Chiropractor: ["Chiropractor", "Quiropráctico"],
    None: ["None so far", "Ninguna hasta ahora"],
  },
);
