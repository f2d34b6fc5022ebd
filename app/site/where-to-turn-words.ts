import type { Language } from "../../machines/steps/step.ts";

type WhereToTurnWords = {
  title: string;
  description: string;
  lead: string;
  first: { title: string; points: string[]; deadlines: string };
  aid: { title: string; text: string; link: string };
  states: { title: string; text: string };
  note: string;
};

/** Words of the page that says where else to find a lawyer. */
export const whereToTurnWords: Record<Language, WhereToTurnWords> = {
  en: {
    title: "Where else to find legal help",
    description:
      "The bar of every state, which can help you find a lawyer, and free legal aid. For anyone who wants a second opinion.",
    lead: "We work with some law firms, not with all of them. If none of ours calls, or you want to ask someone else, start here.",
    first: {
      title: "Before you call",
      points: [
        "Don’t wait long. Every injury claim has a deadline, and it keeps running while you look.",
        "Ask your state’s bar for its lawyer referral service. It gives you the name of a lawyer near you for your kind of case.",
        "Ask whether the first consultation is free. With many injury lawyers it is.",
        "Have the date of the accident, the police report and your medical bills on hand.",
      ],
      deadlines: "Work out your deadline",
    },
    aid: {
      title: "Free legal aid",
      text: "Legal aid groups rarely take injury claims. They can help with medical debt, benefits, housing and other problems an accident brings.",
      link: "Find free legal aid on LawHelp",
    },
    states: {
      title: "Your state",
      text: "Each name leads to the state’s own bar. Look there for “Find a lawyer” or “Lawyer referral”. Some states have a legal aid site as well.",
    },
    note: "None of them pays us or endorses us.",
  },
  es: {
    title: "Dónde más buscar ayuda legal",
    description:
      "El colegio de abogados de cada estado, que le ayuda a encontrar un abogado, y ayuda legal gratuita. Por si quiere otra opinión.",
    lead: "Trabajamos con algunos bufetes, no con todos. Si ninguno le llama, o si quiere preguntarle a alguien más, empiece aquí.",
    first: {
      title: "Antes de llamar",
      points: [
        "No espere mucho. Todo reclamo por lesiones tiene una fecha límite, y el tiempo sigue corriendo mientras usted busca.",
        "Pregunte en el colegio de abogados (bar) de su estado por su servicio de remisión a abogados (attorney referral). Le dan el nombre de un abogado de su zona para su tipo de caso.",
        "Pregunte si la primera consulta es gratis. Con muchos abogados de lesiones lo es.",
        "Tenga a la mano la fecha del accidente, el reporte de la policía y sus cuentas médicas.",
      ],
      deadlines: "Calcule su fecha límite (en inglés)",
    },
    aid: {
      title: "Ayuda legal gratuita",
      text: "Estas organizaciones casi nunca llevan reclamos por lesiones. Pueden ayudarle con deudas médicas, beneficios, vivienda y otros problemas que trae un accidente.",
      link: "Busque ayuda legal gratuita en LawHelp (en inglés)",
    },
    states: {
      title: "Su estado",
      text: "Cada nombre lleva al colegio de abogados del estado; casi todas las páginas están en inglés. Busque ahí el directorio de abogados o el servicio de remisión. Algunos estados tienen también una página de ayuda legal.",
    },
    note: "Ninguno de ellos nos paga, y ninguno nos recomienda.",
  },
};
