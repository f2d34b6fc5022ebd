import timeline from "../simulator/timeline.module.css";
import { addressWith } from "../ui/address.ts";
import panel from "../ui/panel.module.css";
import type { RecordedStep } from "./recorded-visit.ts";

type Props = {
  code: string;
  steps: readonly RecordedStep[];
  /** Index of the selected step. */
  at: number;
  query: URLSearchParams;
  titleOf: (id: string) => string;
};

/** A visit's timeline; an entry selects its moment, which can be opened in the simulator. */
export function VisitSteps({ code, steps, at, query, titleOf }: Props) {
  const href = (index: number) =>
    index >= 0 && index < steps.length
      ? `${addressWith(query, { step: String(index + 1) })}#steps`
      : undefined;
  const [back, forward] = [href(at - 1), href(at + 1)];
  const now = steps[at]!;
  return (
    <section className={`${panel.panel} ${timeline.timeline}`} aria-labelledby="steps">
      <div className={timeline.head}>
        <h2 id="steps">Steps</h2>
        <p className={timeline.steps}>
          <a href={back} aria-label={back && "One step back"}>
            Back
          </a>
          <a href={forward} aria-label={forward && "One step forward"}>
            Forward
          </a>
        </p>
      </div>
      <p>
        <a href={`/graphs/${code}/simulate?${now.simulate}#now`}>Open step {at + 1} in the simulator</a>
      </p>
      <ol className={timeline.moves}>
        {steps.map(({ at: moment, words, place, isUnmatched }, index) => (
          <li key={href(index)} className={index > at ? timeline.ahead : undefined}>
            <small>{sinceStart(moment - steps[0]!.at)}</small>{" "}
            <a href={href(index)} aria-current={index === at ? "step" : undefined}>
              {words}
            </a>{" "}
            {isUnmatched ? <strong>not accepted by today’s chart</strong> : `→ ${titleOf(place)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Minutes and seconds. */
function sinceStart(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
