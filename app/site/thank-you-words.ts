import type { Language } from "../../machines/steps/step.ts";
import type { LinkCard } from "./link-cards.tsx";

export type ThankYouWords = {
  title: string;
  /** What is said above the button. */
  near: string;
  firstCall: (within: string) => string;
  callsFrom: string;
  call: (number: string) => string;
  next: { title: string; steps: string[] };
  /** Where to turn when no firm calls. `within`: when the operator knows how long a first call takes. */
  nobody: { title: (within?: string) => string; text: string; link: string; noPromise: string };
  file: { title: string; text: string; items: string[] };
  meanwhile: { title: string; advice: string[] };
  /** Pages worth reading while the visitor waits, whose language is English. */
  guides: { title: string; cards: LinkCard[] };
  change: { title: string; number: string; write: string; withdraw: string; optOut: string };
};

/** What it has in common with the ticket flow's. */
export const common = {
  en: {
    title: "Thank you. We have received your answers.",
    firstCall: (within) => `When one calls, it is usually within ${within}.`,
    callsFrom: "Calls come from",
    call: (number) => `Call us: ${number}`,
    change: {
      title: "Need to change something?",
      number: "If the number you gave is wrong, call us or",
      write: "write to us",
      withdraw: "If you no longer want to be contacted,",
      optOut: "tell us here",
    },
  },
  es: {
    title: "Gracias. Ya recibimos sus respuestas.",
    firstCall: (within) => `Cuando llaman, suele ser en menos de ${within}.`,
    callsFrom: "Las llamadas vienen del",
    call: (number) => `Llámenos: ${number}`,
    change: {
      title: "¿Necesita cambiar algo?",
      number: "Si nos dio un número equivocado, llámenos o",
      write: "escríbanos",
      withdraw: "Si ya no quiere que le contacten,",
      optOut: "díganoslo aquí",
    },
  },
} satisfies Record<Language, Partial<ThankYouWords>>;

/** Words of the thank-you pages: the same for everyone, and no promise in them (ruling 18). */
export const thankYouWords: Record<Language, ThankYouWords> = {
  en: {
    ...common.en,
    near: "Keep your phone nearby. If a law firm may be able to help, it can call or text you at the number you gave.",
    next: {
      title: "What happens next",
      steps: [
        "We compare your answers with the kinds of cases that law firms in your area take.",
        "If a firm may be able to help, it can call or text you. The first consultation is free.",
        "You decide whether to work with the firm. You can say no at any time.",
      ],
    },
    nobody: {
      title: (within) => (within ? `If nobody has called after ${within}` : "If nobody calls"),
      text: "Injury claims have deadlines, so you don’t have to wait for us. You can call any attorney, any time. Your state’s bar can refer you to one.",
      link: "Find help in your state",
      noPromise: "We can’t promise that a law firm will take your case.",
    },
    file: {
      title: "Your accident file",
      text: "Keep these in one place. You can print this page, or save it as a PDF, to have the list with you.",
      items: [
        "Photos of the cars, the place and your injuries",
        "The police report, or its number",
        "Names, phone numbers, plates and insurance of the other drivers",
        "Names and phone numbers of witnesses",
        "Your own insurance card and policy",
        "Every letter, email and text from an insurance company",
        "Medical bills, records and receipts",
        "The repair estimate",
        "Pay stubs, and the days of work you missed",
        "A few lines a day about your pain and what you can’t do",
      ],
    },
    meanwhile: {
      title: "While you wait",
      advice: [
        "If you feel pain or feel unwell, see a doctor, even if some days have passed.",
        "You usually don’t have to give the other driver’s insurer a recorded statement.",
        "Don’t sign a release before you know how fully you will recover.",
      ],
    },
    guides: {
      title: "Worth reading now",
      cards: [
        {
          url: "/car-accident-lawsuits/filing-claim/",
          name: "Filing a claim",
          text: "Who to notify, what to gather, and how to deal with an insurance company.",
        },
        {
          url: "/car-accident-laws/",
          name: "Deadlines and laws by state",
          text: "How long you have, and how fault is shared.",
        },
        {
          url: "/car-accident-lawsuits/settlements/",
          name: "How settlements work",
          text: "What a claim can cover, and what to check before you sign.",
        },
        {
          url: "/car-accident-lawsuits/faqs/",
          name: "Common questions",
          text: "About doctors, insurers, fault and fees.",
        },
      ],
    },
  },
  es: {
    ...common.es,
    near: "Tenga su teléfono cerca. Si un bufete cree que puede ayudarle, es posible que le llame o le escriba al número que usted dio.",
    next: {
      title: "Qué pasa después",
      steps: [
        "Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.",
        "Si un bufete puede ayudarle, puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
        "Usted decide si quiere trabajar con el bufete. Puede decir que no en cualquier momento.",
      ],
    },
    nobody: {
      title: (within) => (within ? `Si nadie le ha llamado después de ${within}` : "Si nadie le llama"),
      text: "Los reclamos por lesiones tienen plazos, así que no tiene que esperarnos. Puede llamar a cualquier abogado cuando quiera. El colegio de abogados de su estado puede recomendarle uno.",
      link: "Busque ayuda en su estado",
      noPromise: "No podemos prometer que un bufete acepte su caso.",
    },
    file: {
      title: "Su carpeta del accidente",
      text: "Junte estas cosas en un solo lugar. Puede imprimir esta página o guardarla como PDF para tener la lista a la mano.",
      items: [
        "Fotos de los carros, del lugar y de sus lesiones",
        "El reporte de la policía, o su número",
        "Nombres, teléfonos, placas y seguros de los otros conductores",
        "Nombres y teléfonos de los testigos",
        "Su propia tarjeta de seguro y su póliza",
        "Toda carta, correo o mensaje de una aseguradora",
        "Cuentas, expedientes y recibos médicos",
        "El presupuesto de la reparación",
        "Sus talones de pago y los días de trabajo que perdió",
        "Unas líneas al día sobre su dolor y lo que no puede hacer",
      ],
    },
    meanwhile: {
      title: "Mientras espera",
      advice: [
        "Si tiene dolor o se siente mal, vaya al doctor, aunque ya hayan pasado unos días.",
        "Por lo general no tiene que darle una declaración grabada a la aseguradora del otro conductor.",
        "No firme un finiquito antes de saber qué tanto se va a recuperar.",
      ],
    },
    guides: {
      title: "Para leer ahora (en inglés)",
      cards: [
        {
          url: "/car-accident-lawsuits/filing-claim/",
          name: "Cómo presentar un reclamo",
          text: "A quién avisar, qué reunir y cómo tratar con una aseguradora.",
        },
        {
          url: "/car-accident-laws/",
          name: "Plazos y leyes por estado",
          text: "Cuánto tiempo tiene y cómo se reparte la culpa.",
        },
        {
          url: "/car-accident-lawsuits/settlements/",
          name: "Cómo funcionan los acuerdos",
          text: "Qué puede cubrir un reclamo y qué revisar antes de firmar.",
        },
        {
          url: "/car-accident-lawsuits/faqs/",
          name: "Preguntas frecuentes",
          text: "Sobre doctores, aseguradoras, culpa y honorarios.",
        },
      ],
    },
  },
};
