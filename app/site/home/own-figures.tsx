import type { Language } from "../../../machines/steps/step.ts";
import type { TimeSpan } from "../../../services/settings/kinds.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { longDate, timeSpanInWords } from "../in-words.ts";
import styles from "./own-figures.module.css";

type Words = {
  title: string;
  sent: string;
  fit: string;
  call: string;
  /** The meaning of the figure on calls. */
  ofCalls: (of: string) => string;
  note: (days: number, until: string) => string;
};

const words: Record<Language, Words> = {
  en: {
    title: "Our own numbers",
    sent: "people answered all of our questions",
    fit: "had a case that the firms here take",
    call: "was the typical wait for a firm’s first call",
    ofCalls: (of) => `Half of the ${of} first calls that firms reported came sooner than that.`,
    note: (days, until) =>
      `Counted from our own records over the ${days} days before ${until}. A case that fits is not a promise: a firm decides.`,
  },
  es: {
    title: "Nuestros propios números",
    sent: "personas contestaron todas nuestras preguntas",
    fit: "tenían un caso como los que aceptan los bufetes",
    call: "fue la espera típica hasta la primera llamada de un bufete",
    ofCalls: (of) => `La mitad de las ${of} primeras llamadas que reportaron los bufetes llegó antes.`,
    note: (days, until) =>
      `Contado de nuestros propios registros, en los ${days} días antes del ${until}. Que un caso encaje no es una promesa: el bufete decide.`,
  },
};

/** In the unit that people would use. */
function spanOf(minutes: number): TimeSpan {
  if (minutes < 90) return { count: minutes, unit: "minute" };
  if (minutes < 36 * 60) return { count: Math.round(minutes / 60), unit: "hour" };
  return { count: Math.round(minutes / (24 * 60)), unit: "day" };
}

/** How many asked here lately and how many could be helped, good or bad: figures in place of praise. */
export function OwnFigures({ figures, language }: { figures: Figures; language: Language }) {
  const { title, sent, fit, call, ofCalls, note } = words[language];
  const { format } = new Intl.NumberFormat(language === "es" ? "es-US" : "en-US");
  const calls = figures.call;
  const rows = [
    [format(figures.sent), sent],
    [format(figures.fit), fit],
    ...(calls ? [[timeSpanInWords(spanOf(calls.minutes), language), call]] : []),
  ];
  return (
    <section className={styles.figures} aria-labelledby="own-figures">
      <h2 id="own-figures">{title}</h2>
      <dl>
        {rows.map(([figure, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p>
        {calls && `${ofCalls(format(calls.of))} `}
        {note(figures.days, longDate(figures.until, language))}
      </p>
    </section>
  );
}
