import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import fields from "../../ui/fields.module.css";
import styles from "./console.module.css";
import { access } from "./feature.ts";
import { type ChangeRow, type ExperimentData, experimentData, type Pressed, pressed } from "./load.ts";

const idIn = ({ params: { id = "" } }: LoaderFunctionArgs) => id;

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  return {
    viewer: { name, role, mayPress: mayPress(role, access) },
    ...(await experimentData(idIn(args), args.context, mayAs(role, "leads"))),
  };
}

/** Begins, widens, ends or undoes, then the page with the result. A refusal is shown next to its field. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await pressed(idIn(args), await readConsoleForm(args.request), args.context, name);
  return done
    ? data(done, { status: done.look ? 200 : 422 })
    : redirect(new URL(args.request.url).pathname, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Experiment");

export default function ExperimentRoute() {
  const shown = useLoaderData<typeof loader>();
  return <ExperimentPage {...shown} done={useActionData() as Pressed | undefined} />;
}

type Props = ExperimentData & { viewer: Signed & { mayPress: boolean }; done?: Pressed | undefined };

/** An experiment: what holds of it, its presses, and every change. */
function ExperimentPage(props: Props) {
  const { viewer, id, about, address, report, says, missing, history, done } = props;
  const isWrong = Object.keys(done?.faults ?? {}).length > 0;
  return (
    <ConsoleLayout
      viewer={viewer}
      title={`Experiment ${id}`}
      page="/console/experiments"
      lead={
        <>
          {about} <a href={report}>Report</a> · <a href="/console/experiments">All experiments</a>
        </>
      }
    >
      <Said
        text={done?.text || (isWrong ? "Nothing was changed: see below." : undefined)}
        isRefused={done !== undefined}
      />
      <LookAgain look={done?.look} back={address} />
      {missing.map((text) => (
        <Said key={text} text={text} isRefused />
      ))}
      <ul className={styles.says}>
        {says.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {viewer.mayPress ? <Presses {...props} /> : <OnlySees />}
      <h2>Changes</h2>
      {history.length === 0 ? (
        <p className={parts.empty}>Nothing was changed yet: all is as in the file.</p>
      ) : (
        <ol className={parts.rows}>
          {history.map((change) => (
            <Change key={change.number} {...change}>
              {change.canUndo && viewer.mayPress && <Undo {...props} change={change.number} />}
            </Change>
          ))}
        </ol>
      )}
    </ConsoleLayout>
  );
}

function Presses({ state, seen, share, arms, done }: Props) {
  const { given = {}, faults = {}, intent } = done ?? {};
  if (state === "ended") return <p className={parts.soft}>Undo its end below to go on with it.</p>;
  const isWaiting = state === "waiting";
  const reason = (of: string) => (
    <Field
      id={`reason-${of}`}
      name="reason"
      label="Why, without a person’s name"
      defaultValue={intent === of ? (given.reason ?? "") : ""}
      maxLength={200}
      fault={intent === of ? faults.reason : undefined}
    />
  );
  const own = isWaiting ? "begin" : "widen";
  return (
    <div className={styles.presses}>
      <PostForm className={styles.press}>
        <h2>{isWaiting ? "Begin" : "Widen"}</h2>
        <input type="hidden" name="seen" value={seen} />
        <Field
          id="share"
          name="share"
          label="Percent of visitors"
          hint={isWaiting ? "It can be widened later." : `More than ${share}: who is in it stays in.`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          defaultValue={intent === own ? given.share : isWaiting ? share : ""}
          fault={faults.share}
        />
        {reason(own)}
        <button type="submit" name="intent" value={own} className={`${parts.button} ${parts.strong}`}>
          {isWaiting ? "Begin" : "Widen"}
        </button>
      </PostForm>
      {!isWaiting && (
        <PostForm className={styles.press}>
          <h2>End</h2>
          <input type="hidden" name="seen" value={seen} />
          <div>
            <label htmlFor="winner" className={fields.label}>
              Everybody is shown
            </label>
            {faults.winner && (
              <p role="alert" className={fields.error}>
                {faults.winner}
              </p>
            )}
            <select id="winner" name="winner" className={fields.input} defaultValue={given.winner ?? ""}>
              <option value="">the page without it</option>
              {arms.map((arm) => (
                <option key={arm} value={arm}>
                  {arm}
                </option>
              ))}
            </select>
          </div>
          {reason("end")}
          <button type="submit" name="intent" value="end" className={parts.button}>
            End
          </button>
        </PostForm>
      )}
    </div>
  );
}

function Change({ what, by, reason, children }: ChangeRow & { children: ReactNode }) {
  return (
    <li className={styles.row}>
      <strong>{what}</strong>
      <span className={styles.words}>{reason}</span>
      <span className={`${parts.soft} ${styles.words}`}>{by}</span>
      {children}
    </li>
  );
}

function Undo({ seen, change, done }: Props & { change: number }) {
  const isIts = done?.intent === "undo";
  return (
    <details open={isIts && !done.look} className={styles.undo}>
      <summary>
        Undo<span className="visually-hidden"> change {change}</span>
      </summary>
      <PostForm className={styles.press}>
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="change" value={change} />
        <Field
          id="reason-undo"
          name="reason"
          label="Why it is undone"
          defaultValue={isIts ? (done.given.reason ?? "") : ""}
          maxLength={200}
          fault={isIts ? done.faults.reason : undefined}
        />
        <button type="submit" name="intent" value="undo" className={parts.button}>
          Undo it
        </button>
      </PostForm>
    </details>
  );
}
