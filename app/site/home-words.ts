import type { Language } from "../../machines/steps/step.ts";
import { defaultSurveyUrl, spanishSurveyUrl } from "./links.ts";

type HomeWords = {
  survey: string;
  title: readonly [asks: string, offers: string];
  lead: string;
  orCall: string;
  assurances: readonly string[];
  howItWorks: string;
  steps: readonly (readonly [name: string, text: string])[];
  afterCrash: string;
  advice: readonly string[];
  adviceNote: string;
  guides: string;
  closing: string;
  closingText: string;
  start: string;
};

/** What the home page says in each language. */
export const homeWords: Record<Language, HomeWords> = {
  en: {
    survey: defaultSurveyUrl,
    title: ["Hurt in a car accident?", "See if a law firm near you can help."],
    lead: "Answer a few short questions. If a law firm near you takes cases like yours, we introduce you.",
    orCall: "or call",
    assurances: ["Free to use", "About two minutes", "You decide what comes next"],
    howItWorks: "How it works",
    steps: [
      [
        "Answer a few questions",
        "When it happened, who was at fault and whether you were hurt. It takes about two minutes.",
      ],
      [
        "See if there’s a match",
        "Your answers go through a qualification process. It matches you to a local legal professional who takes cases like yours, if there is one.",
      ],
      [
        "Ask, then decide",
        "The firm may call or text you. The first consultation is free, and whether you hire the firm is up to you.",
      ],
    ],
    afterCrash: "What to do after a crash",
    advice: [
      "Get to a safe place and call 911 if anyone is hurt.",
      "See a doctor soon. Some injuries show up only after a few days.",
      "Exchange names, license plates and insurance details with the other driver.",
      "Take photos of the vehicles, the road and your injuries.",
      "Ask how to get a copy of the police report.",
      "Keep every bill, and write down the days of work you miss.",
    ],
    adviceNote:
      "This is general information, not legal advice. Every state sets a deadline for injury claims, so don’t wait too long.",
    guides: "What do you need help with?",
    closing: "Find out in about two minutes",
    closingText: "It’s free, and you don’t have to hire anyone. We cannot promise a match or a result.",
    start: "Start now",
  },
  es: {
    survey: spanishSurveyUrl,
    title: ["¿Tuvo un accidente de carro?", "Vea si un bufete de su zona puede ayudarle."],
    lead: "Conteste unas preguntas cortas. Si un bufete de su zona acepta casos como el suyo, le ponemos en contacto con él.",
    orCall: "o llame al",
    assurances: ["Es gratis", "Unos dos minutos", "Usted decide qué sigue"],
    howItWorks: "Cómo funciona",
    steps: [
      ["Conteste unas preguntas", "Cuándo fue, quién tuvo la culpa y si se lastimó. Toma unos dos minutos."],
      [
        "Vea si hay un bufete para usted",
        "Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.",
      ],
      [
        "Pregunte y luego decida",
        "El bufete puede llamarle o enviarle un mensaje. La primera consulta es gratis, y usted decide si lo contrata.",
      ],
    ],
    afterCrash: "Qué hacer después de un choque",
    advice: [
      "Vaya a un lugar seguro y llame al 911 si alguien se lastimó.",
      "Vaya pronto al doctor. Algunas lesiones se notan días después.",
      "Intercambie nombre, placas y seguro con el otro conductor.",
      "Tome fotos de los vehículos, de la calle y de sus lesiones.",
      "Pregunte cómo pedir una copia del reporte de la policía.",
      "Guarde todas las cuentas y anote los días de trabajo que pierda.",
    ],
    adviceNote:
      "Esto es información general, no asesoría legal. Cada estado tiene una fecha límite para reclamar: no espere demasiado.",
    guides: "En español",
    closing: "Averígüelo en unos dos minutos",
    closingText:
      "Es gratis y no tiene que contratar a nadie. No podemos prometer que un bufete acepte su caso.",
    start: "Empezar",
  },
};
