import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, PostForm, Select } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { fileAccess, filePage } from "./feature.ts";
import styles from "./file-page.module.css";
import { FileResult } from "./file-parts.tsx";
import { type FilePressed, type OrderData, orderData, pressedOrder, pressFile } from "./load-file.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, fileAccess);
  return { viewer: { name, role }, ...orderData(args.context) };
}

/** Changes who is asked in which order, in two presses. */
export async function action(args: ActionFunctionArgs) {
  const { name: person } = await demandViewer(args, fileAccess);
  const form = await readConsoleForm(args.request);
  const back = new URL(args.request.url).pathname;
  const done = await pressFile(args.context, form, pressedOrder(args.context), { person, back });
  return done ? data(done, { status: done.look || done.paste ? 200 : 422 }) : redirect(filePage, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Order");

const wayWords: Readonly<Record<string, string>> = {
  fixed: "by their places",
  weighted: "who is first is drawn by weight",
  "best-price": "the highest bid first",
};

/** Who is asked in which order, as the file has it. */
export default function OrderRoute() {
  const { viewer, rows, ways, orderBy, bidSeconds, ...state } = useLoaderData() as OrderData & {
    viewer: Signed;
  };
  const done = useActionData() as FilePressed | undefined;
  const { given = {}, faults = {} } = done ?? {};
  const field = (key: string, label: string, value: string) => (
    <Field
      id={key}
      name={key}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      required={false}
      maxLength={4}
      defaultValue={given[key] ?? value}
      fault={faults[key]}
    />
  );
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Order of the buyers"
      page="/console/terms"
      lead={
        <>
          Of those in the order one at most gets a lead: the first that accepts.{" "}
          <a href="/console/terms">All terms</a>
        </>
      }
    >
      <FileResult done={done} state={state} back="/console/terms/order" />
      {rows.length === 0 ? (
        <p className={parts.empty}>
          No receivers yet. <a href="/console/terms/set-up">Add the first</a>
        </p>
      ) : (
        <PostForm className={styles.form}>
          <input type="hidden" name="seen" value={state.seen} />
          <div className={styles.fields}>
            <Select
              id="order-by"
              name="order-by"
              label="They are asked"
              choices={ways.map((way) => [way, wayWords[way] ?? way] as const)}
              defaultValue={given["order-by"] ?? orderBy}
              fault={faults["order-by"]}
            />
            {field("bid-seconds", "Seconds for bids", bidSeconds)}
          </div>
          <ul className={parts.rows}>
            {rows.map(({ name, place, weight }) => (
              <li key={name} className={styles.placed}>
                <strong>{name}</strong>
                {field(`place-${name}`, "Place", place)}
                {field(`weight-${name}`, "Weight", weight)}
              </li>
            ))}
          </ul>
          <p className={parts.soft}>
            Without a place it is in no order. Weights count where the first is drawn, seconds where bids are
            asked for.
          </p>
          <div className={parts.buttons}>
            <button type="submit" name="intent" value="save" className={`${parts.button} ${parts.strong}`}>
              Show the difference
            </button>
          </div>
        </PostForm>
      )}
    </ConsoleLayout>
  );
}
