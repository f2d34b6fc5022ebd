import type { Language } from "../../machines/steps/step.ts";
import type { OwnFigures as Figures } from "../../services/visits/own-figures.ts";
import { longDate } from "./long-date.ts";
import styles from "./own-figures.module.css";

type Words = { title: string; sent: string; fit: string; note: (days: number, until: string) => string };

const words: Record<Language, Words> = {
  en: {
    title: "Our own numbers",
    sent: "people answered all of our questions",
    fit: "had a case that the firms here take",
    note: (days, until) =>
      `Counted from our own records over the ${days} days before ${until}. A case that fits is not a promise: a firm decides.`,
  },
  es: {
    title: "Nuestros propios números",
    sent: "personas contestaron todas nuestras preguntas",
    fit: "tenían un caso como los que aceptan los bufetes",
    note: (days, until) =>
      `Contado de nuestros propios registros, en los ${days} días antes del ${until}. Que un caso encaje no es una promesa: el bufete decide.`,
  },
};

/** How many asked here lately and how many could be helped, good or bad: figures in place of praise. */
export function OwnFigures({ figures, language }: { figures: Figures; language: Language }) {
  const { title, sent, fit, note } = words[language];
  const number = new Intl.NumberFormat(language === "es" ? "es-US" : "en-US");
  return (
    <section className={styles.figures} aria-labelledby="own-figures">
      <h2 id="own-figures">{title}</h2>
      <dl>
        {[[figures.sent, sent] as const, [figures.fit, fit] as const].map(([count, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{number.format(count)}</dd>
          </div>
        ))}
      </dl>
      <p>{note(figures.days, longDate(figures.until, language))}</p>
    </section>
  );
}
