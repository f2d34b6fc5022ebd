import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import { takesPage } from "./feature.ts";
import type { TakesData } from "./load.ts";
import styles from "./takes-page.module.css";

type Props = TakesData & { viewer: Signed };

/** What each buyer takes, in a sentence, what its returns are judged by, and what other terms would have done. */
export function TakesPage({ viewer, buyers, ...page }: Props) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="What buyers take"
      page={takesPage}
      lead="A lead outside a buyer’s terms is not offered to it, and asked about by no ping."
    >
      {buyers.length === 0 ? (
        <p className={parts.empty}>
          There is no buyer: nobody is in the order of claimpath.yaml, and no receiver has a price.
        </p>
      ) : (
        <>
          <ul className={parts.rows}>
            {buyers.map((buyer) => (
              <Buyer key={buyer.name} {...buyer} />
            ))}
          </ul>
          <Change {...page} buyers={buyers} />
        </>
      )}
    </ConsoleLayout>
  );
}

function Buyer({ name, sentence, href, reasons }: TakesData["buyers"][number]) {
  return (
    <li className={styles.buyer}>
      <strong>{name}</strong>
      <p>{sentence}</p>
      <details>
        <summary>What decides its returns</summary>
        <dl className={styles.reasons}>
          {reasons.map(({ reason, words, judged }) => (
            <div key={reason}>
              <dt>{`Because ${words}`}</dt>
              <dd className={parts.soft}>{judged}</dd>
            </div>
          ))}
        </dl>
      </details>
      {href && (
        <a href={href}>
          Its price, caps and hours<span className="visually-hidden"> of {name}</span>
        </a>
      )}
    </li>
  );
}

function Change({ buyers, asked, fault, changed, days }: Omit<Props, "viewer">) {
  return (
    <>
      <h2 id="change">What other terms would have done</h2>
      <form className={styles.change} action={`${takesPage}#change`}>
        <div>
          <label htmlFor="buyer" className={fields.label}>
            Buyer
          </label>
          <select
            id="buyer"
            name="buyer"
            className={`${fields.input} ${fields.select}`}
            defaultValue={asked.buyer}
          >
            {buyers.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <Field
          id="terms"
          name="terms"
          label="Its terms, as under only"
          hint="Such as accident-days: {at-most: 180}, or states: none, which takes that condition away."
          defaultValue={asked.terms}
          maxLength={500}
          fault={fault || undefined}
        />
        <div className={parts.buttons}>
          <button type="submit" className={parts.button}>
            {`Count the leads of ${days} days`}
          </button>
        </div>
      </form>
      {changed && (
        <div className={styles.result} role="status">
          <p>{changed.after.replace(/^It takes/, `${changed.buyer} would take`)}</p>
          <ul>
            {changed.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className={parts.soft}>
            Nothing is changed by counting. Longer times: claimpath buyers-terms what-if.
          </p>
        </div>
      )}
    </>
  );
}
