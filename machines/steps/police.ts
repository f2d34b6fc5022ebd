import type { Step } from "./step.ts";

export const policeReportFiled: Step = {
  name: "PoliceReportFiled",
  kind: "choice",
  options: [
    { value: "yes", records: { police_report: "yes" } },
    { value: "no", records: { police_report: "no" } },
  ],
  wording: {
    en: {
      heading: "Was a police report filed?",
      subHeading: "You do not need to have a copy.",
      options: { yes: "Yes", no: "No" },
    },
    es: {
      heading: "¿La policía hizo un reporte?",
      subHeading: "No necesita tener una copia.",
      options: { yes: "Sí", no: "No" },
    },
  },
};
