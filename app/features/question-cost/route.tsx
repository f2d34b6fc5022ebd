import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Moment } from "../../graphs/ui/facts.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { NumberTable } from "../numbers/tables/number-table.tsx";
import { loadQuestionCost, type QuestionCostData, type Told } from "./load.ts";
import styles from "./question-cost.module.css";

export const loader = (args: LoaderFunctionArgs) => loadQuestionCost(args);

export const meta: MetaFunction = ({ matches, params }) =>
  graphMeta(matches, `What each question of ${params.code} costs`);

/** What each question of a survey costs, who needs its answer, and in which other orders they may stand. */
export default function QuestionCostRoute() {
  const { code, unavailable, at, about, questions, orders, table } = useLoaderData() as QuestionCostData;
  const [query] = useSearchParams();
  return (
    <GraphLayout
      title={`What each question of ${code} costs`}
      chart={{ code, page: "question-cost", isSurvey: true }}
      lead="For each question, the survey without it: who leaves there, and what its recorded leads would be if nobody had been asked."
    >
      {unavailable && (
        <p role="alert" className={styles.alert}>
          {unavailable}
        </p>
      )}
      {table && (
        <>
          <p className={styles.note}>
            {about} Worked out <Moment at={at!} />; later visits are counted within a quarter of an hour.
          </p>
          <List of="questions" heading="In words" told={questions} />
          <NumberTable
            table={table}
            query={query}
            fileAt={(format) => `/graphs/${code}/question-cost/${format}?${query}`}
          />
          <h2 className={styles.heading}>Other orders</h2>
          <p className={styles.note}>
            {orders.length > 0
              ? "No guard forbids these. Only an experiment shows whether people leave at a question because of what it asks or of where it stands."
              : "By what is known so far, no other order would win a lead."}
          </p>
          <List of="orders" told={orders} />
        </>
      )}
    </GraphLayout>
  );
}

function List({ of, heading, told }: { of: string; heading?: string; told: readonly Told[] }) {
  if (told.length === 0) return null;
  return (
    <>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      <ul className={styles.told} data-list={of}>
        {told.map(({ id, name, sentence, arm }) => (
          <li key={id} id={id}>
            <strong>{name}</strong> {sentence}
            {arm && (
              <details>
                <summary>Try it as an arm</summary>
                <p>
                  An arm shows a survey that the release has, so this needs a release first: the file{" "}
                  <code>{arm.file}</code>
                </p>
                <Code text={arm.text} label={`${arm.file}, scrollable`} />
                <p>
                  and its line in <code>machines/variants/index.ts</code>
                </p>
                <Code text={arm.line} label={`Line of ${arm.file}, scrollable`} />
                <p>
                  Then write this into the list of experiments in <code>claimpath.yaml</code>, and press Begin
                  on the console’s page of experiments:
                </p>
                <Code text={arm.experiment} label={`Experiment of ${arm.file}, scrollable`} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
