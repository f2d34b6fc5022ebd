import type { Language } from "../steps/step.ts";

/** The page for a form that came while too many others did; it holds what was typed, and one button. */
export const tooManyPosts: Record<Language, { title: string; text: string; again: string; home: string }> = {
  en: {
    title: "Please wait a moment",
    text: "Too many forms are coming in just now, so this one was not saved yet. Nothing is lost: your earlier answers are kept, and this page holds what you typed. Wait a minute, then press the button.",
    again: "Send it again",
    home: "Go to the home page",
  },
  es: {
    title: "Espere un momento, por favor",
    text: "En este momento están llegando demasiados formularios, así que este aún no se ha guardado. No se ha perdido nada: sus respuestas anteriores están guardadas y esta página conserva lo que escribió. Espere un minuto y pulse el botón.",
    again: "Enviar otra vez",
    home: "Ir a la página de inicio",
  },
};
