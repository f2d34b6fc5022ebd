import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { PostForm } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { fileAccess, filePage } from "./feature.ts";
import styles from "./file-page.module.css";
import { Difference, FileResult } from "./file-parts.tsx";
import { type FileData, type FilePressed, fileData, pressedUndo, pressFile } from "./load-file.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, fileAccess);
  return { viewer: { name, role }, ...(await fileData(args.context)) };
}

/** Undoes a change, in two presses. */
export async function action(args: ActionFunctionArgs) {
  const { name: person } = await demandViewer(args, fileAccess);
  const form = await readConsoleForm(args.request);
  const done = await pressFile(args.context, form, pressedUndo(args.context), { person, back: filePage });
  return done ? data(done, { status: done.look || done.paste ? 200 : 422 }) : redirect(filePage, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "The file");

/** What the console has changed in the file, and who runs with it. */
export default function FileRoute() {
  const { viewer, changes, processes, ...state } = useLoaderData() as FileData & { viewer: Signed };
  const done = useActionData() as FilePressed | undefined;
  return (
    <ConsoleLayout
      viewer={viewer}
      title="The file"
      page="/console/terms"
      lead={
        <>
          Receivers are set up in {state.path}. <a href="/console/terms">All terms</a>
        </>
      }
    >
      <FileResult done={done} state={state} back={filePage} />
      <h2>Who runs with it</h2>
      <ul className={parts.rows}>
        {processes.map(({ name, isThis, isCurrent }) => (
          <li key={name} className={styles.process}>
            <span className={isCurrent ? parts.good : parts.bad}>
              {isCurrent ? "these receivers" : "other receivers"}
            </span>
            <span className={styles.words}>
              {name}
              {isThis && <span className={parts.soft}> (answers you now)</span>}
            </span>
          </li>
        ))}
      </ul>
      {processes.some(({ isCurrent }) => !isCurrent) && (
        <p>
          A change made here is taken up within seconds: <a href={filePage}>look again</a>. What was edited by
          hand counts from the next start, and a process on another machine needs the file there.
        </p>
      )}
      <h2>Changes made here</h2>
      {changes.length === 0 ? (
        <p className={parts.empty}>Nothing was changed here yet.</p>
      ) : (
        <ol className={parts.rows}>
          {changes.map(({ number, what, by, hunks, canUndo }) => (
            <li key={number}>
              <strong className={styles.words}>{`Change ${number} ${what}`}</strong>{" "}
              <span className={parts.soft}>by {by}</span>
              <Difference hunks={hunks} />
              {canUndo && (
                <PostForm className={parts.buttons}>
                  <input type="hidden" name="seen" value={state.seen} />
                  <input type="hidden" name="change" value={number} />
                  <button type="submit" name="intent" value="undo" className={parts.button}>
                    Undo<span className="visually-hidden"> change {number}</span>
                  </button>
                </PostForm>
              )}
            </li>
          ))}
        </ol>
      )}
    </ConsoleLayout>
  );
}
