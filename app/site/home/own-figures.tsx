import type { Language } from "../../../machines/steps/step.ts";
import type { TimeSpan } from "../../../services/settings/kinds.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { languageFacts } from "../../../services/words/languages.ts";
import { fill } from "../content/markdown.ts";
import { longDate, timeSpanInWords } from "../in-words.ts";
import { useMessages } from "../messages.ts";
import styles from "./own-figures.module.css";

/** In the unit that people would use. */
function spanOf(minutes: number): TimeSpan {
  if (minutes < 90) return { count: minutes, unit: "minute" };
  if (minutes < 36 * 60) return { count: Math.round(minutes / 60), unit: "hour" };
  return { count: Math.round(minutes / (24 * 60)), unit: "day" };
}

/** How many asked here lately and how many could be helped, good or bad: figures in place of praise. */
export function OwnFigures({ figures, language }: { figures: Figures; language: Language }) {
  const { title, sent, fit, call, ofCalls, note } = useMessages(language).home.figures;
  const { format } = new Intl.NumberFormat(languageFacts(language).locale);
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
        {calls && `${fill(ofCalls, { of: format(calls.of) })} `}
        {fill(note, { days: String(figures.days), until: longDate(figures.until, language) })}
      </p>
    </section>
  );
}
