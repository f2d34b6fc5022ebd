import { choiceStep, type Labels, yesNoStep } from "./build.ts";
import type { Step } from "./step.ts";

export const wereYouInAMotorVehicleAccident = yesNoStep("WereYouInAMotorVehicleAccident", "in_an_accident", {
  en: {
    heading: "Were you in a motor vehicle accident?",
    subHeading: "It counts if you were driving, riding along, on a bicycle or on foot.",
  },
  es: {
    heading: "¿Tuvo un accidente con un vehículo de motor?",
    subHeading: "Cuenta si iba manejando, de pasajero, en bicicleta o a pie.",
  },
});

/** The buttons of `accidentDateButtons`, in its order. */
const when = choiceStep(
  "WhenWasTheAccident",
  "accident_date_button",
  {
    en: {
      heading: "When did the accident happen?",
      subHeading: "Your best guess is fine. If you know the exact date, you can enter it below.",
    },
    es: {
      heading: "¿Cuándo ocurrió el accidente?",
      subHeading: "No tiene que ser exacto. Si sabe la fecha, escríbala abajo.",
    },
  },
  {
    "Within 1 Week": ["In the last week", "En la última semana"],
    "Within 15 Days": ["1 to 2 weeks ago", "Hace 1 a 2 semanas"],
    "Within 30 Days": ["2 to 4 weeks ago", "Hace 2 a 4 semanas"],
    "Within 6 Months": ["1 to 6 months ago", "Hace 1 a 6 meses"],
    "Within 12 Months": ["6 to 12 months ago", "Hace 6 a 12 meses"],
    "Within 2 Years": ["1 to 2 years ago", "Hace 1 a 2 años"],
    "Over 2 Years": ["More than 2 years ago", "Hace más de 2 años"],
  },
);

export const whenWasTheAccident: Step = {
  ...when,
  kind: "when",
  fields: [
    { name: "injury_month", kind: "month" },
    { name: "injury_day", kind: "day" },
    { name: "injury_year", kind: "year" },
  ],
  wording: {
    en: {
      ...when.wording.en,
      fields: {
        injury_month: { label: "Month", hint: "MM", missing: "Enter the month." },
        injury_day: { label: "Day", hint: "DD", missing: "Enter the day." },
        injury_year: { label: "Year", hint: "YYYY", missing: "Enter the year." },
      },
      submit: "Use this date",
    },
    es: {
      ...when.wording.es,
      fields: {
        injury_month: { label: "Mes", hint: "MM", missing: "Escriba el mes." },
        injury_day: { label: "Día", hint: "DD", missing: "Escriba el día." },
        injury_year: { label: "Año", hint: "AAAA", missing: "Escriba el año." },
      },
      submit: "Usar esta fecha",
    },
  },
};

export const otherDriversVehicleType = choiceStep(
  "OtherDriversVehicleType",
  "other_vehicle_type",
  {
    en: {
      heading: "What kind of vehicle was the other one?",
      subHeading: "If there was more than one, choose the first one.",
    },
    es: {
      heading: "¿Qué tipo de vehículo era el otro?",
      subHeading: "Si hubo más de uno, elija el primero.",
    },
  },
  {
    Car: ["Car, SUV or pickup", "Carro, camioneta o SUV"],
    Truck: ["Large truck", "Tráiler o camión de carga"],
    Motorcycle: ["Motorcycle", "Motocicleta"],
    Rideshare: ["Uber, Lyft or taxi", "Uber, Lyft o taxi"],
    Bus: ["Bus", "Autobús"],
    Other: ["Something else", "Otro"],
  },
);

export const policeReportFiled = yesNoStep("PoliceReportFiled", "police_report", {
  en: { heading: "Was a police report filed?", subHeading: "You don’t need a copy." },
  es: { heading: "¿La policía hizo un reporte?", subHeading: "No necesita tener una copia." },
});

/** The kinds of accident of the contact form (spec 3.1), asked in a survey. */
const accidentTypeLabels: Labels = {
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

export const atFault = choiceStep(
  "AtFault",
  [
    { value: "no", records: { at_Fault: "no" } },
    { value: "yes", records: { at_Fault: "yes" } },
    { value: "partially", records: { at_Fault: "yes", partial_fault: "yes" } },
  ],
  {
    en: {
      heading: "Was the accident your fault?",
      subHeading: "Your own view is enough. It doesn’t have to be decided yet.",
    },
    es: {
      heading: "¿Tuvo usted la culpa del accidente?",
      subHeading: "Nos basta con lo que usted piensa. Todavía no tiene que estar decidido.",
    },
  },
  { no: ["No", "No"], yes: ["Yes", "Sí"], partially: ["Partly", "En parte"] },
);
