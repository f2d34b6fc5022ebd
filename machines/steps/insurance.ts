import { yesNoStep } from "./build.ts";

export const activeInsurancePolicy = yesNoStep("ActiveInsurancePolicy", "active_insurance_policy", {
  en: {
    heading: "Did you have car insurance when the accident happened?",
    subHeading: "Any policy that was in force that day counts.",
  },
  es: {
    heading: "¿Tenía seguro de auto cuando ocurrió el accidente?",
    subHeading: "Cuenta cualquier póliza vigente ese día.",
  },
});

export const missedWork = yesNoStep("MissedWork", "missed_work", {
  en: { heading: "Have you missed work because of your injuries?" },
  es: { heading: "¿Ha faltado al trabajo por sus lesiones?" },
});

/** The answer also decides `injury_rx_qualified` (spec 4.1; ruling 81). */
export const speakingWithADoctor = yesNoStep(
  "SpeakingWithADoctor",
  [
    { value: "yes", records: { speaking_with_doctor: "yes", injury_rx_qualified: "yes" } },
    { value: "no", records: { speaking_with_doctor: "no", injury_rx_qualified: "no" } },
  ],
  {
    en: { heading: "Would you like to talk to a doctor about your injuries?" },
    es: { heading: "¿Le gustaría hablar con un doctor sobre sus lesiones?" },
  },
);

export const hitAndRunIdentified = yesNoStep("HitAndRunIdentified", "hit_and_run_identified", {
  en: {
    heading: "Do you or the police know who the other driver is?",
    subHeading: "It sounds like the other driver left. A name or license plate is enough.",
  },
  es: {
    heading: "¿Saben usted o la policía quién manejaba el otro vehículo?",
    subHeading: "Parece que el otro conductor se fue. Basta con un nombre o una placa.",
  },
});

export const uninsuredMotoristCoverage = yesNoStep(
  "UninsuredMotoristCoverage",
  "uninsured_motorist_coverage",
  {
    en: {
      heading: "Does your own insurance cover uninsured drivers?",
      subHeading: "Your policy may call it “uninsured motorist” coverage.",
    },
    es: {
      heading: "¿Su seguro cubre accidentes con conductores sin seguro?",
      subHeading: "En la póliza suele llamarse “uninsured motorist”.",
    },
  },
);
