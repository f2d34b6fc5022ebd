import { otherDriversVehicleType, whenWasTheAccident } from "./accident.ts";
import { nameAndEmail, phoneAndZip } from "./contact.ts";
import { incidentDescription } from "./description.ts";
import { atFault } from "./fault.ts";
import { wasUserInjured } from "./injury.ts";
import { hasLawyer } from "./lawyer.ts";
import { policeReportFiled } from "./police.ts";
import type { Step } from "./step.ts";
import { typeOfMedicalTreatment } from "./treatment.ts";

/** Every step (question) by the specification's name for it. */
export const steps = {
  WhenWasTheAccident: whenWasTheAccident,
  OtherDriversVehicleType: otherDriversVehicleType,
  AtFault: atFault,
  WasUserInjured: wasUserInjured,
  TypeOfMedicalTreatment: typeOfMedicalTreatment,
  PoliceReportFiled: policeReportFiled,
  HasLawyer: hasLawyer,
  IncidentDescription: incidentDescription,
  NameAndEmail: nameAndEmail,
  PhoneAndZip: phoneAndZip,
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

/** The step of that name, when there is one; names come from stored logs and posts. */
export function stepNamed(name: string): Step | undefined {
  return Object.hasOwn(steps, name) ? steps[name as StepName] : undefined;
}
