import styles from "./inspect-page.module.css";

/** A live survey, and beside it the simulator at the place where the visit is. There while developing only. */
export function InspectPage({ code, survey }: { code: string; survey: string }) {
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Visit of {code} beside its chart</h1>
      <iframe className={styles.survey} src={survey} title="The survey" />
      <iframe
        className={styles.chart}
        src={`/graphs/${code}/simulate?beside`}
        title="Its chart"
        data-live={`/graphs/${code}/live`}
      />
      {/* As Vite serves it: it is in no build. */}
      <script type="module" src="/app/graphs/inspect/follow.ts" />
    </main>
  );
}
