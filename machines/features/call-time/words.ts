import type { Language } from "../../steps/step.ts";

/** When a call suits a visitor, by the clock where they are. */
export const callTimes = ["any", "morning", "afternoon", "evening"] as const;

export type CallTime = (typeof callTimes)[number];

const en = {
  title: "When is a good time to call you?",
  hint: "You don’t have to say. We pass it on to the people who arrange the call, but we can’t promise that it comes at that time.",
  times: {
    any: "Any time",
    morning: "Morning",
    afternoon: "Afternoon",
    evening: "Evening",
  } satisfies Record<CallTime, string>,
  saved: (time: string) => `We have noted: ${time}. You can still change it.`,
  unsaved: "We couldn’t note this just now. Please call us instead.",
};

const es: typeof en = {
  title: "¿A qué hora le queda bien que le llamen?",
  hint: "No tiene que decirlo. Se lo pasamos a quienes organizan la llamada, pero no podemos prometer que sea a esa hora.",
  times: {
    any: "Cualquier hora",
    morning: "En la mañana",
    afternoon: "En la tarde",
    evening: "En la noche",
  },
  saved: (time) => `Lo anotamos: ${time}. Todavía puede cambiarlo.`,
  unsaved: "Ahora no pudimos anotarlo. Por favor, llámenos.",
};

/** Words of the question on the page of thanks. */
export const callTimeWords: Record<Language, typeof en> = { en, es };
