import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { variantOf } from "../../graphs/site-of.ts";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { ScrollTable } from "../../graphs/ui/scroll-table.tsx";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import type { FieldErrors } from "../numbers/answers/asked.ts";
import { Field } from "../numbers/fields.tsx";
import form from "../numbers/filter-form.module.css";
import { type DecidedNumbers, decidedNumbers } from "./load.ts";
import styles from "./verdicts.module.css";

/** @throws Response 404 for viewers without access, and for an unknown survey */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const query = new URL(args.request.url).searchParams;
  const page = await decidedNumbers(variantOf(args.params.code), query, args.context);
  return data(page, { status: page.fault ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches, params }) =>
  graphMeta(matches, `What decided in ${params.code}`);

/** How a survey's leads were judged, and with which other answers they would have been qualified. */
export default function VerdictsRoute() {
  const [query] = useSearchParams();
  const { code, from, to, fault, since, rows } = useLoaderData() as DecidedNumbers;
  const params = new URLSearchParams(query);
  params.set("from", from);
  params.set("to", to);
  const wrong: FieldErrors = fault ? { from: fault } : {};
  return (
    <GraphLayout
      title={`What decided in ${code}`}
      chart={{ code, page: "verdicts", isSurvey: true }}
      lead="How leads were judged, and the answers with which those that are not qualified would have been."
    >
      <form className={`${form.form} ${styles.days}`} aria-label="Days">
        <div className={`${form.row} ${parts.controls}`}>
          <Field name="from" label="From" type="date" params={params} wrong={wrong} />
          <Field name="to" label="To" type="date" params={params} wrong={wrong} />
          <button type="submit">Show</button>
        </div>
      </form>
      {rows.length === 0 ? (
        !fault && (
          <p className={styles.none}>
            No lead was counted from {from} to {to}.
          </p>
        )
      ) : (
        <ScrollTable
          label="What decided"
          caption={`Leads from ${from} to ${to}`}
          heads={["What decided", "Leads", "Share"]}
          rows={rows.map(({ key, name, leads, share, isTurn }) => ({
            key,
            cells: [<Name key={key} name={name} isTurn={isTurn} />, leads, share],
          }))}
        />
      )}
      <p className={styles.about}>
        A verdict’s share is of all leads; that of an answer is of the leads with its verdict, of which one
        can be turned by several.{" "}
        {since ? `Leads are counted by what decided since ${since}` : "No lead has been counted yet"}, without
        those whose visitors opted out.
      </p>
    </GraphLayout>
  );
}

const Name = ({ name, isTurn }: { name: string; isTurn: boolean }) => (
  <span className={isTurn ? `${styles.name} ${styles.turn}` : styles.name}>{name}</span>
);
