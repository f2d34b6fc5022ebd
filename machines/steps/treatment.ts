import { choiceStep, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

const treated = (value: string): Option => ({
  value,
  records: { doctor_treatment: "Yes", injury_type: value },
});

export const typeOfMedicalTreatment = choiceStep("TypeOfMedicalTreatment", [
  treated("Hospital"),
  treated("Doctor"),
  treated("Chiropractor"),
  { value: "None", records: { doctor_treatment: "No", injury_type: "None" } },
]);

export const didYouRequireMedicalTreatment = yesNoStep(
  "DidYouRequireMedicalTreatment",
  "required_medical_treatment",
);
export const willYouRequireMedicalTreatment = yesNoStep(
  "WillYouRequireMedicalTreatment",
  "will_require_medical_treatment",
);
export const didYouReceiveMedicalTreatment = yesNoStep("DidYouReceiveMedicalTreatment", "doctor_treatment");
export const accidentResultInMedicalTreatment = yesNoStep(
  "AccidentResultInMedicalTreatment",
  "doctor_treatment",
);
export const willingToTreat = yesNoStep("WillingToTreat", "willing_to_treat");
