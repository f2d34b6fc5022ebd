import type { Step } from "./step.ts";

export const getStartedFirstStep: Step = {
  name: "GetStartedFirstStep",
  kind: "info",
  wording: {
    en: {
      heading: "See if a law firm can help you",
      subHeading:
        "Answer a few short questions about your accident. It’s free, and you decide what comes next.",
      submit: "Get started",
    },
    es: {
      heading: "Vea si un bufete puede ayudarle",
      subHeading:
        "Responda unas preguntas breves sobre su accidente. Es gratis, y usted decide qué hacer después.",
      submit: "Empezar",
    },
  },
};

/** Shown once the answers are stored; leaving it leads to the thank-you page (ruling 74). */
export const thankYouStep: Step = {
  name: "ThankYouStep",
  kind: "info",
  wording: {
    en: {
      heading: "Thank you, we have your answers",
      subHeading:
        "Keep your phone nearby. If a firm may be able to help, it can call or text you. Next: what to do while you wait.",
      submit: "See what to do now",
    },
    es: {
      heading: "Gracias, tenemos sus respuestas",
      subHeading:
        "Tenga su teléfono cerca. Si un bufete puede ayudarle, puede llamarle o enviarle un mensaje. Ahora vea qué hacer mientras espera.",
      submit: "Ver qué hacer ahora",
    },
  },
};

/** First screen of the multi-step survey. */
export const showQuestions: Step = {
  name: "ShowQuestions",
  kind: "info",
  wording: {
    en: {
      heading: "Ask in two minutes if a law firm can take your case",
      subHeading:
        "Three short forms, free. Nothing goes to a law firm until you send them, and you decide what comes next.",
      submit: "Start",
    },
    es: {
      heading: "Pregunte en dos minutos si un abogado puede tomar su caso",
      subHeading:
        "Tres formularios breves, gratis. Nada llega a un bufete hasta que usted los envíe, y usted decide qué hacer después.",
      submit: "Empezar",
    },
  },
};

/** Closes the benefits flow (ruling 102). */
export const closing: Step = {
  name: "Closing",
  kind: "end",
  wording: {
    en: {
      heading: "Where to ask, by your answers",
      subHeading:
        "These are official sites, free to use. They decide what you can get; we passed nothing on.",
      links: [
        {
          text: "If your benefits come from Social Security, you can see them and report changes there.",
          label: "Your account: SSA.gov",
          url: "https://www.ssa.gov/myaccount/",
          when: { secured_benefits: ["yes"] },
        },
        {
          text: "If you can’t work for a year or more, Social Security disability may pay you each month.",
          label: "Disability: SSA.gov",
          url: "https://www.ssa.gov/disability/",
          when: { ageGroup: ["under_50", "50_to_59"], secured_benefits: ["no"] },
        },
        {
          text: "You are 60 to 66: Social Security retirement can start at 62, and pays more each month if you wait.",
          label: "Retirement: SSA.gov",
          url: "https://www.ssa.gov/retirement/",
          when: { ageGroup: ["60_to_66"], secured_benefits: ["no"] },
        },
        {
          text: "You are 67 or older: you have reached the full retirement age of Social Security.",
          label: "Retirement: SSA.gov",
          url: "https://www.ssa.gov/retirement/",
          when: { ageGroup: ["67_or_older"], secured_benefits: ["no"] },
        },
        {
          text: "Medicare starts at 65. You can sign up from three months before that month.",
          label: "Medicare.gov",
          url: "https://www.medicare.gov/",
          when: { ageGroup: ["60_to_66"] },
        },
        {
          text: "If you have no Medicare yet, see when you can sign up.",
          label: "Medicare.gov",
          url: "https://www.medicare.gov/",
          when: { ageGroup: ["67_or_older"] },
        },
        {
          text: "Help with food, health care, housing and bills, in your state.",
          label: "All benefits: USA.gov",
          url: "https://www.usa.gov/benefits",
          when: { isUSCitizen: ["yes"] },
        },
        {
          text: "You don’t have to be a citizen for each of them: many are open to permanent residents, some to others.",
          label: "All benefits: USA.gov",
          url: "https://www.usa.gov/benefits",
          when: { isUSCitizen: ["no"] },
        },
      ],
    },
    es: {
      heading: "Dónde preguntar, según sus respuestas",
      subHeading:
        "Son páginas oficiales y gratuitas. Ellas deciden qué puede recibir; nosotros no compartimos nada.",
      links: [
        {
          text: "Si sus beneficios vienen del Seguro Social, ahí puede verlos y avisar de cambios.",
          label: "Su cuenta: SSA.gov",
          url: "https://www.ssa.gov/espanol/",
          when: { secured_benefits: ["yes"] },
        },
        {
          text: "Si no puede trabajar por un año o más, el Seguro Social por incapacidad puede pagarle cada mes.",
          label: "Incapacidad: SSA.gov",
          url: "https://www.ssa.gov/espanol/",
          when: { ageGroup: ["under_50", "50_to_59"], secured_benefits: ["no"] },
        },
        {
          text: "Tiene de 60 a 66 años: la jubilación del Seguro Social puede empezar a los 62, y paga más al mes si espera.",
          label: "Su jubilación: SSA.gov",
          url: "https://www.ssa.gov/espanol/",
          when: { ageGroup: ["60_to_66"], secured_benefits: ["no"] },
        },
        {
          text: "Tiene 67 años o más: ya llegó a la edad plena de jubilación del Seguro Social.",
          label: "Su jubilación: SSA.gov",
          url: "https://www.ssa.gov/espanol/",
          when: { ageGroup: ["67_or_older"], secured_benefits: ["no"] },
        },
        {
          text: "Medicare empieza a los 65. Puede inscribirse desde tres meses antes de ese mes.",
          label: "Su Medicare: Medicare.gov",
          url: "https://es.medicare.gov/",
          when: { ageGroup: ["60_to_66"] },
        },
        {
          text: "Si todavía no tiene Medicare, vea cuándo puede inscribirse.",
          label: "Su Medicare: Medicare.gov",
          url: "https://es.medicare.gov/",
          when: { ageGroup: ["67_or_older"] },
        },
        {
          text: "Ayuda con comida, salud, vivienda y cuentas, en su estado.",
          label: "Beneficios: USA.gov",
          url: "https://www.usa.gov/es/",
          when: { isUSCitizen: ["yes"] },
        },
        {
          text: "No todos exigen la ciudadanía: muchos son para residentes permanentes, y algunos para otras personas.",
          label: "Beneficios: USA.gov",
          url: "https://www.usa.gov/es/",
          when: { isUSCitizen: ["no"] },
        },
      ],
    },
  },
};

/** Tells a visitor of the one-page survey that their case does not fit, and where else to turn (spec 4.2; ruling 16). */
export const disqualified: Step = {
  name: "Disqualified",
  kind: "end",
  turnsAway: true,
  wording: {
    en: {
      heading: "We don’t have a firm for your case right now",
      subHeading:
        "The firms we work with don’t take cases like this one right now. That doesn’t mean you have no case. " +
        "Another lawyer may see it differently. Injury claims have deadlines, so ask soon.",
      links: [{ label: "Find a lawyer in your state", url: "/where-to-turn/" }],
    },
    es: {
      heading: "Por ahora no tenemos un bufete para su caso",
      subHeading:
        "Los bufetes con los que trabajamos no aceptan casos como este por ahora. Eso no significa que usted no " +
        "tenga un caso. Otro abogado puede verlo de otra manera. Los reclamos por lesiones tienen plazos, así " +
        "que pregunte pronto.",
      links: [{ label: "Busque un abogado en su estado", url: "/es/where-to-turn/" }],
    },
  },
};
