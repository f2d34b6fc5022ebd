import type { Option, Step } from "./step.ts";

const treated = (value: string): Option => ({
  value,
  records: { doctor_treatment: "Yes", injury_type: value },
});

export const typeOfMedicalTreatment: Step = {
  name: "TypeOfMedicalTreatment",
  kind: "choice",
  options: [
    treated("Hospital"),
    treated("Doctor"),
    treated("Chiropractor"),
    { value: "None", records: { doctor_treatment: "No", injury_type: "None" } },
  ],
  wording: {
    en: {
      heading: "What medical care have you had?",
      subHeading: "If you had more than one kind, choose the first.",
      options: {
        Hospital: "Hospital or emergency room",
        Doctor: "Doctor or clinic",
        Chiropractor: "Chiropractor",
        None: "None so far",
      },
    },
    es: {
      heading: "¿Qué atención médica ha recibido?",
      subHeading: "Si recibió más de una, elija la primera.",
      options: {
        Hospital: "Hospital o sala de emergencias",
        Doctor: "Doctor o clínica",
        Chiropractor: "Quiropráctico",
        None: "Ninguna hasta ahora",
      },
    },
  },
};
