import type { Answers } from "../../../machines/answers.ts";

/** Drawings in public/illustrations/answers.svg, by the answers that they stand for. */
const drawings: { [field in keyof Answers]?: Record<string, string> } = {
  other_vehicle_type: {
    Car: "car",
    Truck: "truck",
    Motorcycle: "motorcycle",
    Rideshare: "rideshare",
    Bus: "bus",
    Other: "something",
  },
  accident_type: {
    "Car Accident": "car",
    "Truck Accident": "truck",
    "Bicycle Accident": "bicycle",
    "Motorcycle Accident": "motorcycle",
    "Pedestrian Accident": "walker",
    Other: "something",
  },
  specific_injury: {
    "Back or Neck Pain": "back",
    "Broken Bones": "bone",
    Whiplash: "whiplash",
    "Head Injury": "head",
    "Spinal Cord Injury": "spine",
    "Loss of Limb": "limb",
    "Cuts or Bruises": "cuts",
    Other: "injury",
  },
  injury_type: { Hospital: "hospital", Doctor: "doctor", Chiropractor: "spine", None: "later" },
};

/** The drawing of an answer that has one, by its name in the file. */
export function drawingOf(records: Answers): string | undefined {
  return Object.entries(records).flatMap(
    ([field, value]) => drawings[field as keyof Answers]?.[value as string] ?? [],
  )[0];
}
