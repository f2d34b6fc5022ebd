import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormField } from "../../../services/features/terms/receiver-form.ts";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LongField, PostForm, Select } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { fileAccess, filePage } from "./feature.ts";
import styles from "./file-page.module.css";
import { FileResult } from "./file-parts.tsx";
import {
  askedIn,
  type FilePressed,
  pressedSetUp,
  pressFile,
  type SetUpData,
  setUpData,
} from "./load-file.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, fileAccess);
  return { viewer: { name, role }, ...(await setUpData(args.context, askedIn(args.request))) };
}

/** Adds, changes or takes out, in two presses. A refusal is shown next to its field. */
export async function action(args: ActionFunctionArgs) {
  const { name: person } = await demandViewer(args, fileAccess);
  const asked = askedIn(args.request);
  const form = await readConsoleForm(args.request);
  const back = new URL(args.request.url).pathname;
  const done = await pressFile(args.context, form, pressedSetUp(args.context, asked), { person, back });
  return done ? data(done, { status: done.look || done.paste ? 200 : 422 }) : redirect(filePage, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Receiver");

export default function SetUpRoute() {
  const shown = useLoaderData() as SetUpData & { viewer: Signed };
  return <SetUpPage {...shown} done={useActionData() as FilePressed | undefined} />;
}

type Props = SetUpData & { viewer: Signed; done: FilePressed | undefined };

/** A receiver as the file has it, or a new one. */
function SetUpPage(props: Props) {
  const { viewer, name, kind, kinds, address, subjects, place, order, done, ...state } = props;
  const { given = {}, faults = {} } = done ?? {};
  const isNew = name === "";
  return (
    <ConsoleLayout
      viewer={viewer}
      title={isNew ? "New receiver" : name}
      page="/console/terms"
      lead={
        <>
          {isNew
            ? "As claimpath.yaml would have it. "
            : `A receiver of kind ${kind}, as claimpath.yaml has it. `}
          Secrets are written as <code>{`$\{NAME}`}</code> and set in the environment.{" "}
          <a href="/console/terms">All terms</a>
        </>
      }
    >
      <FileResult done={done} state={state} back={address} />
      {isNew && (
        <p className={styles.kinds}>
          Kind:
          {kinds.map((each) =>
            each === kind ? (
              <strong key={each}>{each}</strong>
            ) : (
              <a key={each} href={`/console/terms/set-up?kind=${each}`}>
                {each}
              </a>
            ),
          )}
        </p>
      )}
      <PostForm className={styles.form}>
        <button type="submit" name="intent" value="save" hidden />
        <input type="hidden" name="seen" value={state.seen} />
        {isNew && (
          <Field
            id="name"
            name="name"
            label="Name"
            hint="Small letters, digits and -. It stays as it is."
            autoComplete="off"
            autoCapitalize="none"
            maxLength={40}
            defaultValue={given.name ?? ""}
            fault={faults.name}
          />
        )}
        {subjects.map(({ title, fields }, index) => (
          <details
            key={title}
            className={styles.subject}
            open={index === 0 || fields.some(({ key }) => faults[key] !== undefined)}
          >
            <summary>
              {title}
              <span className={parts.soft}>{saidIn(fields)}</span>
            </summary>
            <div className={styles.fields}>
              {fields.map((field) => (
                <Input key={field.key} field={field} given={given[field.key]} fault={faults[field.key]} />
              ))}
            </div>
          </details>
        ))}
        <div className={styles.fields}>
          <Field
            id="place"
            name="place"
            label="Place in the order"
            hint={`${order.length === 0 ? "Nobody is in it" : `In it: ${order.join(", ")}`}. Nothing is no place.`}
            inputMode="numeric"
            autoComplete="off"
            required={false}
            maxLength={4}
            defaultValue={given.place ?? place}
            fault={faults.place}
          />
        </div>
        <div className={parts.buttons}>
          <button type="submit" name="intent" value="save" className={`${parts.button} ${parts.strong}`}>
            Show the difference
          </button>
          {!isNew && (
            <button type="submit" name="intent" value="remove" className={`${parts.button} ${parts.danger}`}>
              Take it out
            </button>
          )}
        </div>
      </PostForm>
    </ConsoleLayout>
  );
}

/** Which of a closed subject's fields have something. */
function saidIn(fields: readonly FormField[]): string {
  const said = fields.filter(({ value }) => value !== "").map(({ label }) => label.toLowerCase());
  return said.length === 0 ? "" : ` ${said.join(", ")}`;
}

function Input({
  field,
  given,
  fault,
}: {
  field: FormField;
  given: string | undefined;
  fault: string | undefined;
}) {
  const { key, label, hint, value, isLong, choices } = field;
  const common = { id: key, name: key, label, hint, fault, defaultValue: given ?? value };
  if (choices.length > 0) return <Select {...common} choices={choices} />;
  if (isLong)
    return (
      <LongField
        {...common}
        className={styles.code}
        rows={3}
        maxLength={5000}
        spellCheck={false}
        autoCapitalize="none"
      />
    );
  return (
    <Field
      {...common}
      required={false}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1000}
    />
  );
}
