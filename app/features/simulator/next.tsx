import { HiddenFields } from "../../graphs/ui/hidden-fields.tsx";
import parts from "../../graphs/ui/parts.module.css";
import type { WordedField } from "../../survey/screen/page-data.ts";
import type { CaseChoice, SimulationData } from "./simulation-data.ts";
import styles from "./simulator.module.css";
import type { TakeMeTo, WaysThere } from "./take-me-to.ts";

type Props = {
  simulation: SimulationData;
  fields: WordedField[];
  refused?: Refused;
  titleOf: (id: string) => string;
};

/** The current state, and everything that can happen next. */
export function Next({
  simulation: { here, choices, turns, timeline, at },
  fields,
  refused,
  titleOf,
}: Props) {
  const plain = choices.filter(({ isPlain }) => isPlain);
  const others = choices.filter(({ isPlain }) => !isPlain);
  return (
    <section className={parts.panel} aria-labelledby="now">
      <h2 id="now" className={styles.now} tabIndex={-1}>
        {titleOf(here.id)}
      </h2>
      {here.heading && <p className={styles.question}>“{here.heading}”</p>}
      {here.call && <p className={styles.question}>Waiting for a service call: {here.call}.</p>}
      {here.isDone && <p className={styles.question}>The survey has ended.</p>}
      {here.errors.length > 0 && (
        <p className={styles.refused}>Validation errors: {here.errors.join(", ")}</p>
      )}
      <Asked title="Why this state" asked={timeline[at]!.asked} />
      <Turns turns={turns} titleOf={titleOf} />
      <Choices choices={plain} titleOf={titleOf} />
      {others.length > 0 && (
        <details className={styles.more}>
          <summary>{others.length} more answers: edge cases</summary>
          <Choices choices={others} titleOf={titleOf} />
        </details>
      )}
      {fields.length > 0 && <OwnAnswer fields={fields} refused={refused} />}
    </section>
  );
}

function Choices({ choices, titleOf }: { choices: readonly CaseChoice[]; titleOf: (id: string) => string }) {
  if (choices.length === 0) return null;
  return (
    <ul className={styles.choices}>
      {choices.map(({ words: said, note, place, asked, href }) => (
        <li key={`${said} ${note}`} className={styles.choice}>
          <a href={href}>
            {said}
            {note && <small> ({note})</small>}
          </a>
          <p className={styles.place}>leads to {titleOf(place)}</p>
          <Asked title="Because" asked={asked} />
        </li>
      ))}
    </ul>
  );
}

type TurnsProps = { turns: SimulationData["turns"]; titleOf: (id: string) => string };

/** Which other answers would have led to another branch. */
function Turns({ turns, titleOf }: TurnsProps) {
  if (turns.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>Other branches</summary>
      <ul className={styles.turns}>
        {turns.map(({ step, instead, was, place, href }) => (
          <li key={href}>
            {step}: <a href={href}>{instead}</a> instead of {was} leads to {titleOf(place)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The guards that decided a transition, with the values that each read. */
function Asked({ title, asked }: { title: string; asked: readonly string[] }) {
  if (asked.length === 0) return null;
  return (
    <div className={styles.asked}>
      <p>{title}:</p>
      <ul>
        {asked.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** The typed values and the validation errors, by field name. */
export type Refused = { values: Record<string, string | undefined>; errors: Record<string, string> };

/** A form for typed answers, validated as on the survey. */
function OwnAnswer({ fields, refused }: { fields: readonly WordedField[]; refused?: Refused }) {
  const { values = {}, errors = {} } = refused ?? {};
  return (
    <details className={styles.own} open={refused !== undefined}>
      <summary>Enter your own answer</summary>
      <form method="post" className={`${styles.form} ${parts.controls}`} noValidate>
        {refused && (
          <p role="alert" className={styles.refused}>
            {Object.values(errors).join(" ")}
          </p>
        )}
        {fields.map(({ name, kind, label, options }) => {
          const control = { id: `own-${name}`, name, defaultValue: values[name] };
          const isInvalid = errors[name] !== undefined || undefined;
          return (
            <div key={name}>
              <label htmlFor={control.id}>{label}</label>
              {kind === "select" ? (
                <select {...control} aria-invalid={isInvalid}>
                  <option value="">Select one</option>
                  {options?.map(({ value, label: text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              ) : kind === "description" ? (
                <textarea {...control} rows={4} aria-invalid={isInvalid} />
              ) : (
                <input {...control} autoComplete="off" aria-invalid={isInvalid} />
              )}
            </div>
          );
        })}
        <button type="submit">Answer</button>
      </form>
    </details>
  );
}

type GoalProps = TakeMeTo & { query: URLSearchParams };

/** The setup is kept. The events so far are not, because paths start at the beginning. */
const kept = ["path", "query", "today", "region", "dateOfBirthStates", "noDefaultBuyersStates"];

/** A choice of destinations, and the paths to the chosen one. */
export function GoalForm({ goals, ways, query }: GoalProps) {
  const asked = query.get("to") ?? "";
  return (
    <section className={`${parts.panel} ${styles.goals}`} aria-labelledby="take-me-to">
      <h2 id="take-me-to">Take me to</h2>
      <form action="#take-me-to" className={`${styles.goalForm} ${parts.controls}`}>
        <HiddenFields fields={[...query].filter(([name]) => kept.includes(name))} />
        <p>
          <label htmlFor="to">Destination</label>
          <select id="to" name="to" defaultValue={asked}>
            {goals.map(({ name, goals: choices }) => (
              <optgroup key={name} label={name}>
                {choices.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </p>
        <button type="submit">Show paths</button>
      </form>
      {ways ? (
        <Ways {...ways} />
      ) : (
        asked && <p className={styles.note}>This chart has no destination “{asked}”.</p>
      )}
    </section>
  );
}

function Ways({ ways, common, isCut }: WaysThere) {
  if (ways.length === 0) {
    return (
      <p className={styles.note}>
        No path leads there with this setup. Try another entry path, query string, state or date above.
      </p>
    );
  }
  return (
    <>
      <p className={styles.note}>
        {ways.length === 1
          ? "All paths there have the same guard results. This is the shortest."
          : `${ways.length} paths, shortest first, each with the guard results that set it apart.`}
        {isCut && " The chart is too large to search completely: there may be more."}
      </p>
      <ol className={styles.ways}>
        {ways.map(({ moves, href, decided }, index) => (
          <li key={href}>
            <a href={href}>
              Path {index + 1}: {moves === 1 ? "1 event" : `${moves} events`}
            </a>
            <Lines lines={decided} />
          </li>
        ))}
      </ol>
      {common.length > 0 && (
        <details className={styles.more}>
          <summary>Same on all paths</summary>
          <Lines lines={common} />
        </details>
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
