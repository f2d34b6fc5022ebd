import type { Language } from "../steps/step.ts";
import type { Topic } from "./wording.ts";

/** A person's statement about the service, published with their permission. `date` is YYYY-MM-DD. */
export type Testimonial = { quote: string; name: string; place: string; date: string; language: Language };

/** Something true about the service, for visitors to read where no real quotes are configured. */
export type Fact = { title: string; text: string };

/** Samples to try the layout with. They are invented, so only development shows them, labelled as samples. */
export const sampleTestimonials: Testimonial[] = [
  {
    quote: "Sample quote: I answered the questions on my phone and a firm called me.",
    name: "Sample A.",
    place: "Austin, Texas",
    date: "2026-03-02",
    language: "en",
  },
  {
    quote:
      "Sample quote, a longer one, to see how the card looks: I didn’t know who to ask after the accident. The questions were simple, and nobody pushed me.",
    name: "Sample B.",
    place: "Fresno, California",
    date: "2026-04-11",
    language: "en",
  },
  {
    quote: "Sample quote: it was free, as they said.",
    name: "Sample C.",
    place: "Tampa, Florida",
    date: "2026-05-20",
    language: "en",
  },
  {
    quote: "Cita de muestra: respondí por teléfono y un bufete me llamó.",
    name: "Muestra A.",
    place: "Austin, Texas",
    date: "2026-03-02",
    language: "es",
  },
  {
    quote:
      "Cita de muestra, más larga, para ver cómo queda en la tarjeta: no sabía a quién acudir después del accidente. Las preguntas eran claras y nadie me presionó.",
    name: "Muestra B.",
    place: "Fresno, California",
    date: "2026-04-11",
    language: "es",
  },
  {
    quote: "Cita de muestra: fue gratis, como dijeron.",
    name: "Muestra C.",
    place: "Tampa, Florida",
    date: "2026-05-20",
    language: "es",
  },
];

/** Words around the carousel, by what its cards are. */
export type CarouselWords = { title: string; previous: string; next: string };

const en = {
  quotes: { title: "What people say", previous: "Previous quote", next: "Next quote" },
  facts: { title: "How this works", previous: "Previous fact", next: "Next fact" },
  /** Labels the quotes as samples. */
  sample: "Sample quotes for development. Nobody said them.",
  pause: "Pause",
  play: "Play",
  /** Which of the cards are in view: "2" or "2–3". */
  position: (shown: string, total: number) => `${shown} of ${total}`,
};

const es: typeof en = {
  quotes: { title: "Lo que dice la gente", previous: "Cita anterior", next: "Cita siguiente" },
  facts: { title: "Cómo funciona", previous: "Dato anterior", next: "Dato siguiente" },
  sample: "Citas de muestra para el desarrollo. Nadie las dijo.",
  pause: "Pausar",
  play: "Reanudar",
  position: (shown, total) => `${shown} de ${total}`,
};

export const testimonialWords = { en, es };

/** The month of a statement, such as "March 2026" or "marzo de 2026". */
export function monthOf(date: string, language: Language): string {
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
  return month.format(new Date(`${date}T00:00:00Z`));
}

const free: Record<Language, Fact> = {
  en: {
    title: "Free for you",
    text: "You pay nothing to use this service. Attorneys pay for the joint advertising.",
  },
  es: {
    title: "Gratis para usted",
    text: "Usar este servicio no le cuesta nada. Los abogados pagan por la publicidad conjunta.",
  },
};

const secure: Record<Language, Fact> = {
  en: {
    title: "Private and secure",
    text: "We save your answers as you go, so you can stop and come back. You can change them until you send the form.",
  },
  es: {
    title: "Privado y seguro",
    text: "Guardamos sus respuestas conforme avanza, así que puede parar y volver. Puede cambiarlas hasta que envíe el formulario.",
  },
};

const yourDecision: Record<Language, Fact> = {
  en: {
    title: "You decide",
    text: "If a firm may be able to help, it can call or text you. Whether you hire it is up to you.",
  },
  es: {
    title: "Usted decide",
    text: "Si un bufete puede ayudarle, puede llamarle o enviarle un mensaje. Contratarlo o no es decisión suya.",
  },
};

const noLawFirm: Record<Language, Fact> = {
  en: {
    title: "Not a law firm",
    text: "We look for a firm that takes cases like yours. We don’t give legal advice and can’t promise a match.",
  },
  es: {
    title: "No somos un bufete",
    text: "Buscamos un bufete que acepte casos como el suyo. No damos asesoría legal ni prometemos encontrar uno.",
  },
};

const contingency: Record<Language, Fact> = {
  en: {
    title: "No fee up front",
    text: "The firms offer a free first consultation. They charge a fee only if you get paid.",
  },
  es: {
    title: "Sin pago por adelantado",
    text: "Los bufetes ofrecen gratis la primera consulta. Cobran honorarios solo si usted recibe dinero.",
  },
};

const notPassedOn: Record<Language, Fact> = {
  en: { title: "Not passed on", text: "We don’t pass on your answers to these questions." },
  es: { title: "No se comparten", text: "No compartimos sus respuestas a estas preguntas." },
};

/** Facts about the process, by what the survey is about. */
export const processFacts: Record<Topic, Record<Language, Fact>[]> = {
  accident: [free, yourDecision, contingency, secure, noLawFirm],
  ticket: [free, yourDecision, secure, noLawFirm],
  benefits: [notPassedOn, secure],
};
