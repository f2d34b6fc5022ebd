import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { ListLinks, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { listPage } from "./feature.ts";
import type { Pressed, UnsoldData } from "./load.ts";
import styles from "./unsold-page.module.css";

type Props = UnsoldData & { viewer: Signed; done?: Pressed };

/** The leads that nobody bought, and why; each can be offered a second time to buyers that never had it. */
export function UnsoldPage({ viewer, done, rows, buyers, next }: Props) {
  const mayOffer = viewer.mayPress === true && buyers.length > 0;
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Unsold"
      page={listPage}
      lead="Leads that every buyer declined or nobody could take in time."
    >
      <Said text={done?.texts.join(" ")} isRefused={done?.isRefused} />
      <LookAgain look={done?.look} back={listPage} />
      {rows.length === 0 ? (
        <p className={parts.empty}>No lead is unsold.</p>
      ) : (
        <PostForm action={listPage}>
          {mayOffer && (
            <fieldset className={styles.buyers}>
              <legend>Offer again to</legend>
              {buyers.map((name) => (
                <label key={name}>
                  <input type="checkbox" name={`to-${name}`} defaultChecked /> {name}
                </label>
              ))}
              <button type="submit" className={`${parts.button} ${parts.strong}`}>
                Offer the chosen leads
              </button>
            </fieldset>
          )}
          <ol className={parts.rows} aria-label="Unsold leads, newest first">
            {rows.map(({ id, age, from, reasons, fresh, second }) => (
              <li key={id} className={styles.row}>
                <span className={styles.what}>
                  {mayOffer && fresh.length > 0 && (
                    <input type="checkbox" name={`lead-${id}`} aria-label={`Choose lead …${id.slice(-6)}`} />
                  )}
                  <a href={`/console/leads/${id}`}>Lead …{id.slice(-6)}</a>
                </span>
                <span className={styles.age}>{age}</span>
                <span className={styles.from}>{from}</span>
                <ul className={styles.reasons}>
                  {reasons.map(({ name, why }) => (
                    <li key={name}>
                      {name}: {why}
                    </li>
                  ))}
                </ul>
                <span className={styles.fresh}>
                  {second ??
                    (fresh.length > 0 ? `Never had it: ${fresh.join(", ")}` : "No other buyer takes it.")}
                </span>
                {mayOffer && fresh.length > 0 && (
                  <button type="submit" name="one" value={id} className={parts.button}>
                    Offer again<span className="visually-hidden"> lead …{id.slice(-6)}</span>
                  </button>
                )}
              </li>
            ))}
          </ol>
        </PostForm>
      )}
      <p className={styles.more}>
        <ListLinks older="Older leads" next={next} csv={undefined} />
      </p>
      {!viewer.mayPress && <OnlySees />}
    </ConsoleLayout>
  );
}
