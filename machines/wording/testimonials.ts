import type { Language } from "../steps/step.ts";
import type { Topic } from "./wording.ts";

/** What someone said of the service, with their leave, and how they wish to be called. */
export type Quote = { text: string; name: string };

/** Something true about the service, to stand where no real quotes are. */
export type Fact = { title: string; text: string };

/**
 * The quotes of the carousel (specification 2.4). These are samples to try the layout with: nobody said
 * them, so a production build does not show them. Whoever puts real ones here sets `sample` to false.
 */
export const testimonials: { sample: boolean; quotes: Record<Language, Quote[]> } = {
  sample: true,
  quotes: {
    en: [
      { text: "Sample quote: I answered the questions on my phone and a firm called me.", name: "Sample A." },
      {
        text: "Sample quote, a longer one, to see how the card takes it: I did not know whom to ask after the accident. The questions were plain, and nobody pushed me.",
        name: "Sample B.",
      },
      { text: "Sample quote: it was free, as they said.", name: "Sample C." },
    ],
    es: [
      { text: "Cita de muestra: respondí por teléfono y un bufete me llamó.", name: "Muestra A." },
      {
        text: "Cita de muestra, más larga, para ver cómo queda en la tarjeta: no sabía a quién acudir después del accidente. Las preguntas eran claras y nadie me presionó.",
        name: "Muestra B.",
      },
      { text: "Cita de muestra: fue gratis, como dijeron.", name: "Muestra C." },
    ],
  },
};

/** Words around the carousel. */
export type TestimonialWords = {
  quotes: string;
  facts: string;
  /** Says that the quotes are samples. */
  sample: string;
  pause: string;
  play: string;
  previous: string;
  next: string;
  /** Which of the quotes are in view: "2" or "2–3". */
  position: (shown: string, total: number) => string;
};

export const testimonialWords: Record<Language, TestimonialWords> = {
  en: {
    quotes: "What people say",
    facts: "How this works",
    sample: "Sample quotes for development. Nobody said them.",
    pause: "Pause",
    play: "Play",
    previous: "Previous quote",
    next: "Next quote",
    position: (shown, total) => `${shown} of ${total}`,
  },
  es: {
    quotes: "Lo que dice la gente",
    facts: "Cómo funciona",
    sample: "Citas de muestra para el desarrollo. Nadie las dijo.",
    pause: "Pausar",
    play: "Reanudar",
    previous: "Cita anterior",
    next: "Cita siguiente",
    position: (shown, total) => `${shown} de ${total}`,
  },
};

const free: Record<Language, Fact> = {
  en: {
    title: "Free for you",
    text: "You pay nothing for using this service. Attorneys pay for the joint advertising.",
  },
  es: {
    title: "Gratis para usted",
    text: "Usar este servicio no le cuesta nada. Los abogados pagan por la publicidad conjunta.",
  },
};

const encrypted: Record<Language, Fact> = {
  en: {
    title: "Sent encrypted",
    text: "Your answers travel over an encrypted connection. You can go back and change one until you send them.",
  },
  es: {
    title: "Envío cifrado",
    text: "Sus respuestas viajan por una conexión cifrada. Puede volver y cambiar una hasta que las envíe.",
  },
};

const yourDecision: Record<Language, Fact> = {
  en: {
    title: "You decide",
    text: "If a firm may be able to help, it can call or text you. Whether you work with it is up to you.",
  },
  es: {
    title: "Usted decide",
    text: "Si un bufete puede ayudarle, le llamará o le enviará un mensaje. Trabajar con él o no es decisión suya.",
  },
};

const noLawFirm: Record<Language, Fact> = {
  en: {
    title: "Not a law firm",
    text: "We look for a firm that takes on cases like yours. We give no legal advice and cannot promise a match.",
  },
  es: {
    title: "No somos un bufete",
    text: "Buscamos un bufete que acepte casos como el suyo. No damos asesoría legal ni prometemos encontrarlo.",
  },
};

const contingency: Record<Language, Fact> = {
  en: {
    title: "No fee up front",
    text: "The firms offer free first consultations and work on a contingency-fee basis.",
  },
  es: {
    title: "Sin pago por adelantado",
    text: "Los bufetes ofrecen gratis la primera consulta y trabajan con honorarios condicionados al resultado.",
  },
};

const notPassedOn: Record<Language, Fact> = {
  en: { title: "Not passed on", text: "Your answers to these questions are not passed on to anyone." },
  es: { title: "No se comparten", text: "No compartimos con nadie sus respuestas a estas preguntas." },
};

/** Facts about the process, by what the survey is about. */
export const processFacts: Record<Topic, Record<Language, Fact>[]> = {
  accident: [free, yourDecision, contingency, encrypted, noLawFirm],
  ticket: [free, yourDecision, encrypted, noLawFirm],
  benefits: [notPassedOn, encrypted],
};
