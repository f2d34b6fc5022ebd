import type { Step } from "./step.ts";

export const wasUserInjured: Step = {
  name: "WasUserInjured",
  kind: "choice",
  options: [
    { value: "Yes", records: { physical_injury: "Yes" } },
    { value: "No", records: { physical_injury: "No" } },
  ],
  wording: {
    en: {
      heading: "Were you hurt in the accident?",
      subHeading: "Pain that started later counts too.",
      options: { Yes: "Yes", No: "No" },
    },
    es: {
      heading: "¿Se lastimó en el accidente?",
      subHeading: "El dolor que empezó después también cuenta.",
      options: { Yes: "Sí", No: "No" },
    },
  },
};
