import type { DeadlineContext } from "../../../machines/site/deadline.ts";
import prose from "../articles/prose.module.css";
import { articleAt } from "../content/pages.ts";
import { longDate } from "../long-date.ts";
import { type Answered, DeadlineAnswered } from "./deadline-answer.tsx";
import { DeadlineForm } from "./deadline-form.tsx";

/** Where the calculator's chart is, as plain data. */
export type DeadlineShown = Omit<DeadlineContext, "answer"> & {
  value: "asking" | Answered["value"];
  answer: Answered["answer"] | null;
};

/** The deadline calculator: its answer, once there is one, then its questions and how it counts. */
export function DeadlinePage({ value, values, errors, answer }: DeadlineShown) {
  return (
    <div className={prose.prose}>
      <h1>When is your last day to file a lawsuit?</h1>
      {value !== "asking" && answer ? (
        <>
          <DeadlineAnswered value={value} answer={answer} />
          <h2>Check another date</h2>
        </>
      ) : (
        <p className={prose.lead}>
          Enter the state and the day of the crash. You get the last day to file a lawsuit for an injury. We
          do not keep what you enter.
        </p>
      )}
      <DeadlineForm values={values} errors={errors} />
      <h2>How we count</h2>
      <ul>
        <li>We take the day of the crash and add the years that the state’s law gives.</li>
        <li>The same day of that later year is the last day. When in doubt, we take the earlier day.</li>
        <li>A crash on February 29 counts to February 28 in a year without a leap day.</li>
        <li>Deadlines for damage to a car, and for claims against your own insurer, can differ.</li>
      </ul>
      <p>
        Read what the law says in <a href="/car-accident-laws/">each state</a>. We last reviewed these laws on{" "}
        {longDate(articleAt("/car-accident-laws/").changed)}. This is general information, not legal advice.
      </p>
    </div>
  );
}
