import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleLayout } from "../../console/ui/console-layout.tsx";
import parts from "../../console/ui/parts.module.css";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import styles from "./console.module.css";
import { access } from "./feature.ts";
import { listData } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  return { viewer: { name, role }, ...(await listData(args.context)) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Experiments");

export default function ExperimentsRoute() {
  const { viewer, rows } = useLoaderData<typeof loader>();
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Experiments"
      page="/console/experiments"
      lead={
        <>
          What is tried is written in <code>claimpath.yaml</code>, which a running site takes up; here it is
          begun, widened and ended. <a href="/graphs/experiments">Results</a>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={parts.empty}>
          No experiments yet. Add one under <code>experiments</code> in claimpath.yaml.
        </p>
      ) : (
        <ul className={parts.rows}>
          {rows.map(({ id, about, state, tone, text, missing }) => (
            <li key={id} className={styles.row}>
              <a href={`/console/experiments/${id}`}>
                <strong>{id}</strong>
              </a>
              <span className={parts[tone]}>{state}</span>
              <span className={parts.soft}>{text}</span>
              <span className={styles.words}>{about}</span>
              {missing.map((fault) => (
                <span key={fault} className={`${parts.bad} ${styles.words}`}>
                  {fault}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </ConsoleLayout>
  );
}
