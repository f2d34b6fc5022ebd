import { choiceStep, recording, reworded, yesNoStep } from "./build.ts";
import type { Step } from "./step.ts";

export const wereYouInAMotorVehicleAccident = yesNoStep("WereYouInAMotorVehicleAccident", "in_an_accident");

export const whenWasTheAccident: Step = {
  name: "WhenWasTheAccident",
  words: ["WhenWasTheAccident"],
  kind: "when",
  // The buttons of `accidentDateButtons`, in its order.
  options: recording("accident_date_button", [
    "Within 1 Week",
    "Within 15 Days",
    "Within 30 Days",
    "Within 6 Months",
    "Within 12 Months",
    "Within 2 Years",
    "Over 2 Years",
  ]),
  fields: [
    { name: "injury_month", kind: "month" },
    { name: "injury_day", kind: "day" },
    { name: "injury_year", kind: "year" },
  ],
};

export const otherDriversVehicleType = choiceStep(
  "OtherDriversVehicleType",
  recording("other_vehicle_type", ["Car", "Truck", "Motorcycle", "Rideshare", "Bus", "Other"]),
);

export const policeReportFiled = yesNoStep("PoliceReportFiled", "police_report");

/** The kinds of accident of the contact form (spec 3.1), asked in a survey. */
export const typeOfAccident = choiceStep(
  "TypeOfAccident",
  recording("accident_type", [
    "Car Accident",
    "Truck Accident",
    "Bicycle Accident",
    "Motorcycle Accident",
    "Pedestrian Accident",
    "Other",
  ]),
);

export const howWasUserHurt = reworded(typeOfAccident, "HowWasUserHurt");

export const atFault = choiceStep("AtFault", [
  { value: "no", records: { at_Fault: "no" } },
  { value: "yes", records: { at_Fault: "yes" } },
  { value: "partially", records: { at_Fault: "yes", partial_fault: "yes" } },
]);
