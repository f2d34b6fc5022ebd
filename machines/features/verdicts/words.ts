import type { Language } from "../../steps/step.ts";

/** Kinds of verdicts that are worded alike. */
export type VerdictKind =
  | "qualified"
  | "too_old"
  | "no_date"
  | "limit"
  | "lawyer"
  | "new_lawyer"
  | "gibberish"
  | "other";

/** The kind of a verdict (`verdictOf`). */
export function kindOf(verdict: string): VerdictKind {
  if (verdict === "qualified" || verdict === "too_old" || verdict === "no_date") return verdict;
  if (verdict === "date|accident_limit_exceeded") return "limit";
  if (verdict === "is_gibberish|yes") return "gibberish";
  if (verdict === "have_attorney|yes_but_I_want_a_new_lawyer") return "new_lawyer";
  return verdict.startsWith("have_attorney|") ? "lawyer" : "other";
}

/** What a sentence may name. `state`: its name; `span`: the window in words; `isTicket`: a ticket in place of an accident. */
export type Facts = { state: string; years: number; span: string; isTicket: boolean; reason: string };

/** What looks suspicious about a lead whatever its verdict. No visitor is ever told. */
export const suspicions = ["program", "gibberish", "words", "name", "repeat"] as const;
export type Suspicion = (typeof suspicions)[number];

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const en = {
  span: (days: number) => (days % 365 === 0 ? many(days / 365, "year", "years") : many(days, "day", "days")),
  /** For people of the console. */
  verdicts: {
    qualified: ({ span, isTicket }) =>
      `Qualified: nothing disqualifies it, and ${isTicket ? "the ticket" : "the accident"} was at most ${span} before.`,
    too_old: ({ span, isTicket }) =>
      `Not qualified, because ${isTicket ? "the ticket" : "the accident"} was more than ${span} before.`,
    no_date: ({ isTicket }) =>
      `Not qualified, because nobody said when ${isTicket ? "the ticket" : "the accident"} was.`,
    limit: ({ state, years }) =>
      `Not qualified, because the accident was longer ago than our limit for ${state}, which is ${many(years, "year", "years")}.`,
    lawyer: () => "Not qualified, because they said that a lawyer represents them.",
    new_lawyer: () =>
      "Not qualified, because they said that a lawyer represents them and that they want another one.",
    gibberish: () => "Not qualified, because the check took what they wrote for gibberish.",
    other: ({ reason }) => `Not qualified, for the reason ${reason}.`,
  } satisfies Record<VerdictKind, (facts: Facts) => string>,
  /** The same for tables. */
  names: {
    qualified: "Qualified",
    too_old: "Too long ago",
    no_date: "Unknown when it was",
    limit: "Over the state’s limit",
    lawyer: "Has a lawyer",
    new_lawyer: "Has a lawyer, wants another",
    gibberish: "Gibberish",
    other: "Another reason",
  } satisfies Record<VerdictKind, string>,
  since: (question: string, after: string, time: string) =>
    `It has been so since “${question}” was answered, ${after} into the visit, ${time}.`,
  decided: (question: string, answer: string) =>
    `Decided by the answer to “${question}”${answer === "" ? "" : `: ${answer}`}.`,
  answers: {
    option: (label: string) => `“${label}”`,
    to: (answer: string, question: string) => `${answer} to “${question}”`,
    date: (date: string, onward?: "later" | "earlier") => (onward ? `${date} or ${onward}` : date),
    dateFor: (date: string, question: string) => `${date} for “${question}”`,
    other: (question: string) => `another answer to “${question}”`,
    zip: (state: string) => `a ZIP code in ${state}`,
    noZip: "a ZIP code that nobody knows",
    sense: "a description that makes sense to the check",
    gibberish: "a description that the check takes for gibberish",
    outcome: "another result of a check",
  },
  /** The result of other answers. */
  would: (answers: string, verdict: "qualified" | "not" | "still") =>
    `With ${answers}, it would ${verdict === "qualified" ? "be" : verdict === "not" ? "not be" : "still not be"} qualified.`,
  wouldBecause: "That is another reason:",
  nothing: "No other answer would have changed it.",
  changed:
    "The survey has changed since this visit, so that its answers no longer lead to the end: what decided is not certain, and what would have turned it is not known.",
  differs:
    "By today’s survey and rules its answers would be judged otherwise, so what decided then is not known.",
  suspicious: {
    program:
      "Suspicious: perhaps a program filled it in. A visit at a person’s pace that leaves the hidden field empty is not.",
    gibberish: "Suspicious: the check took the description for gibberish. One that makes sense would not be.",
    words: "Suspicious: a word in the description or name is on our lists. Without it, nothing would be.",
    name: "Suspicious: the name looks made up. With another name, it would not.",
    repeat: "Suspicious: the same person, browser or network has sent others. The first ones are not.",
  } satisfies Record<Suspicion, string>,
  held: (receiver: string, since: string) =>
    `Held back from ${receiver} since ${since}. No answer decides that: a person presses.`,
  and: "and",
  or: "or",
  /** For the visitor; nothing where it is none of theirs, or is a suspicion. */
  visitor: {
    title: "Why a firm may not call",
    because: {
      too_old: ({ span, isTicket }) =>
        `Because, by your answers, ${isTicket ? "your ticket" : "your accident"} was more than ${span} ago.`,
      limit: ({ state, years }) =>
        `Because, by your answers, your accident was longer ago than our limit for ${state}, which is ${many(years, "year", "years")}.`,
      lawyer: () => "Because you said that a lawyer represents you.",
      new_lawyer: () => "Because you said that a lawyer represents you, and that you want another one.",
    } as Partial<Record<VerdictKind, (facts: Facts) => string>>,
    ways: {
      time: "Deadlines have exceptions, and another lawyer may see it differently. Ask soon.",
      lawyer: "Ask your lawyer first. For another opinion, your state’s bar can name lawyers.",
    },
    link: "Where else to turn",
  },
};

const es: typeof en = {
  span: (days) => (days % 365 === 0 ? many(days / 365, "año", "años") : many(days, "día", "días")),
  verdicts: {
    qualified: ({ span, isTicket }) =>
      `Califica: nada lo descalifica, y ${isTicket ? "la multa" : "el accidente"} fue a lo más ${span} antes.`,
    too_old: ({ span, isTicket }) =>
      `No califica, porque ${isTicket ? "la multa" : "el accidente"} fue más de ${span} antes.`,
    no_date: ({ isTicket }) =>
      `No califica, porque nadie dijo cuándo fue ${isTicket ? "la multa" : "el accidente"}.`,
    limit: ({ state, years }) =>
      `No califica, porque el accidente fue hace más tiempo que nuestro límite para ${state}, que es de ${many(years, "año", "años")}.`,
    lawyer: () => "No califica, porque la persona dijo que un abogado la representa.",
    new_lawyer: () => "No califica, porque la persona dijo que un abogado la representa y que quiere otro.",
    gibberish: () => "No califica, porque la revisión no le encontró sentido a lo que escribió.",
    other: ({ reason }) => `No califica, por el motivo ${reason}.`,
  },
  names: {
    qualified: "Califica",
    too_old: "Hace demasiado tiempo",
    no_date: "No se sabe cuándo fue",
    limit: "Fuera del límite del estado",
    lawyer: "Tiene abogado",
    new_lawyer: "Tiene abogado y quiere otro",
    gibberish: "Sin sentido",
    other: "Otro motivo",
  },
  since: (question, after, time) =>
    `Es así desde la respuesta a “${question}”, ${after} después de empezar la visita, ${time}.`,
  decided: (question, answer) =>
    `Lo decidió la respuesta a “${question}”${answer === "" ? "" : `: ${answer}`}.`,
  answers: {
    option: (label) => `“${label}”`,
    to: (answer, question) => `${answer} en “${question}”`,
    date: (date, onward) =>
      onward ? `${date} o una fecha ${onward === "later" ? "posterior" : "anterior"}` : date,
    dateFor: (date, question) => `la fecha ${date} en “${question}”`,
    other: (question) => `otra respuesta a “${question}”`,
    zip: (state) => `un código postal de ${state}`,
    noZip: "un código postal que nadie conoce",
    sense: "una descripción a la que la revisión le encuentra sentido",
    gibberish: "una descripción sin sentido para la revisión",
    outcome: "otro resultado de una revisión",
  },
  would: (answers, verdict) =>
    `Con ${answers}, ${verdict === "qualified" ? "calificaría" : verdict === "not" ? "no calificaría" : "tampoco calificaría"}.`,
  wouldBecause: "Ese es otro motivo:",
  nothing: "Ninguna otra respuesta lo habría cambiado.",
  changed:
    "La encuesta cambió después de esta visita, y sus respuestas ya no llegan al final: no es seguro qué lo decidió, y no se sabe qué lo habría cambiado.",
  differs:
    "Con la encuesta y las reglas de hoy sus respuestas se juzgarían de otra manera, así que no se sabe qué lo decidió entonces.",
  suspicious: {
    program:
      "Sospechoso: quizá lo llenó un programa. Una visita al ritmo de una persona que deja vacío el campo oculto no lo es.",
    gibberish:
      "Sospechoso: la revisión no le encontró sentido a la descripción. Una con sentido no lo sería.",
    words:
      "Sospechoso: una palabra de la descripción o del nombre está en nuestras listas. Sin ella, nada lo sería.",
    name: "Sospechoso: el nombre parece inventado. Con otro nombre, no lo parecería.",
    repeat:
      "Sospechoso: la misma persona, el mismo navegador o la misma red ya envió otros. Los primeros no lo son.",
  },
  held: (receiver, since) =>
    `Retenido para ${receiver} desde ${since}. No lo decide ninguna respuesta, sino una persona.`,
  and: "y",
  or: "o",
  visitor: {
    title: "Por qué quizá no le llame un bufete",
    because: {
      too_old: ({ span, isTicket }) =>
        `Porque, según sus respuestas, ${isTicket ? "su multa" : "su accidente"} fue hace más de ${span}.`,
      limit: ({ state, years }) =>
        `Porque, según sus respuestas, su accidente fue hace más tiempo que nuestro límite para ${state}, que es de ${many(years, "año", "años")}.`,
      lawyer: () => "Porque usted dijo que un abogado ya representa su caso.",
      new_lawyer: () => "Porque usted dijo que ya tiene un abogado y que quiere cambiar de abogado.",
    },
    ways: {
      time: "Los plazos tienen excepciones, y otro abogado puede verlo de otra manera. Pregunte pronto.",
      lawyer:
        "Hable primero con su abogado. Para otra opinión, el colegio de abogados de su estado puede darle nombres.",
    },
    link: "Dónde más acudir",
  },
};

/** Sentences on verdicts, in both languages. */
export const verdictWords: Record<Language, typeof en> = { en, es };
