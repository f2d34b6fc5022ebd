import { accidentDateButtons } from "../rules/dates.ts";
import type { Step } from "./step.ts";

const vehicles = ["Car", "Truck", "Motorcycle", "Rideshare", "Bus", "Other"];

export const whenWasTheAccident: Step = {
  name: "WhenWasTheAccident",
  kind: "when",
  options: accidentDateButtons.map(({ value }) => ({ value, records: { accident_date_button: value } })),
  fields: [
    { name: "injury_month", kind: "month" },
    { name: "injury_day", kind: "day" },
    { name: "injury_year", kind: "year" },
  ],
  wording: {
    en: {
      heading: "When did the accident happen?",
      subHeading: "Your best guess is fine. If you know the exact date, you can enter it instead.",
      options: {
        "Within 1 Week": "In the last week",
        "Within 15 Days": "In the last 15 days",
        "Within 30 Days": "In the last 30 days",
        "Within 6 Months": "In the last 6 months",
        "Within 12 Months": "In the last 12 months",
        "Within 2 Years": "In the last 2 years",
        "Over 2 Years": "More than 2 years ago",
      },
      fields: {
        injury_month: { label: "Month", hint: "MM" },
        injury_day: { label: "Day", hint: "DD" },
        injury_year: { label: "Year", hint: "YYYY" },
      },
      submit: "Use this date",
    },
    es: {
      heading: "¿Cuándo ocurrió el accidente?",
      subHeading: "No tiene que ser exacto. Si sabe la fecha, puede escribirla.",
      options: {
        "Within 1 Week": "En la última semana",
        "Within 15 Days": "En los últimos 15 días",
        "Within 30 Days": "En los últimos 30 días",
        "Within 6 Months": "En los últimos 6 meses",
        "Within 12 Months": "En los últimos 12 meses",
        "Within 2 Years": "En los últimos 2 años",
        "Over 2 Years": "Hace más de 2 años",
      },
      fields: {
        injury_month: { label: "Mes", hint: "MM" },
        injury_day: { label: "Día", hint: "DD" },
        injury_year: { label: "Año", hint: "AAAA" },
      },
      submit: "Usar esta fecha",
    },
  },
};

export const otherDriversVehicleType: Step = {
  name: "OtherDriversVehicleType",
  kind: "choice",
  options: vehicles.map((value) => ({ value, records: { other_vehicle_type: value } })),
  wording: {
    en: {
      heading: "What was the other driver in?",
      subHeading: "If there was more than one vehicle, choose the one that hit you.",
      options: {
        Car: "Car, SUV or pickup",
        Truck: "Large truck",
        Motorcycle: "Motorcycle",
        Rideshare: "Uber, Lyft or taxi",
        Bus: "Bus",
        Other: "Something else",
      },
    },
    es: {
      heading: "¿Qué vehículo manejaba la otra persona?",
      subHeading: "Si hubo más de uno, elija el que chocó con usted.",
      options: {
        Car: "Carro, SUV o pickup",
        Truck: "Camión grande",
        Motorcycle: "Motocicleta",
        Rideshare: "Uber, Lyft o taxi",
        Bus: "Autobús",
        Other: "Otro",
      },
    },
  },
};
