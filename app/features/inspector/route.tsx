import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findEntry } from "../../../machines/registry.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import styles from "./inspect-page.module.css";

/** A live survey beside the simulator, which shows the visit's current state. */
function InspectPage({ code, survey }: { code: string; survey: string }) {
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Survey {code} beside its chart</h1>
      <iframe className={styles.survey} src={survey} title="The survey" />
      <iframe
        className={styles.chart}
        src={`/graphs/${code}/simulate?beside`}
        title="Its chart"
        data-live={`/graphs/${code}/live`}
      />
      {/* Served by Vite; no build contains it. */}
      <script type="module" src="/app/features/inspector/follow.ts" />
    </main>
  );
}

export function loader({ request, params }: LoaderFunctionArgs) {
  const { code, entries } = variantOf(params.code);
  const asked = new URL(request.url).searchParams.get("survey") ?? "";
  const [path = ""] = asked.split("?");
  return { code, survey: findEntry(path)?.variant.code === code ? asked : Object.keys(entries)[0]! };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Visit of ${params.code}`);

export default function InspectRoute() {
  return <InspectPage {...useLoaderData<typeof loader>()} />;
}
