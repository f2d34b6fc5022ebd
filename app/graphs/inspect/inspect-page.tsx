import styles from "./inspect-page.module.css";

/** A live survey beside the simulator, which shows the visit's current state. In development only. */
export function InspectPage({ code, survey }: { code: string; survey: string }) {
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
      <script type="module" src="/app/graphs/inspect/follow.ts" />
    </main>
  );
}
