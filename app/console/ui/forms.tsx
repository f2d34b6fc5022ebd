import { type ComponentProps, type ReactNode, useContext } from "react";
import fields from "../../ui/fields.module.css";
import { PageShell } from "../../ui/page-shell.tsx";
import parts from "./parts.module.css";
import type { MessageRow, SecondLook, SecondSale } from "./shown.ts";

/** A form behind the sign-in. It proves that it was on a page of the console (console-access.ts). */
export function PostForm({ children, ...form }: Omit<ComponentProps<"form">, "method">) {
  const { consoleProof } = useContext(PageShell);
  return (
    <form method="post" {...form}>
      {children}
      {consoleProof !== "" && <input type="hidden" name="console-page" value={consoleProof} />}
    </form>
  );
}

/** The result of a press, visible and announced by screen readers. */
export function Said({ text, isRefused = false }: { text: string | undefined; isRefused?: boolean }) {
  if (!text) return null;
  return (
    <p role={isRefused ? "alert" : "status"} className={`${parts.said} ${isRefused ? parts.refused : ""}`}>
      {text}
    </p>
  );
}

type Common = { id: string; label: string; hint?: string | undefined; fault?: string | undefined };

function Labelled({ id, label, hint, fault, children }: Common & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className={fields.error}>
          {fault}
        </p>
      )}
      {children}
    </div>
  );
}

const about = ({ id, hint, fault }: Common) => ({
  "aria-describedby": [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
  "aria-invalid": fault ? true : undefined,
});

/** A field with its label, and what is wrong with it next to it. */
export function Field({ id, label, hint, fault, ...input }: Common & ComponentProps<"input">) {
  const common = { id, label, hint, fault };
  return (
    <Labelled {...common}>
      <input required {...input} id={id} className={fields.input} {...about(common)} />
    </Labelled>
  );
}

/** A field of several lines. */
export function LongField({
  id,
  label,
  hint,
  fault,
  className = "",
  ...textarea
}: Common & ComponentProps<"textarea">) {
  const common = { id, label, hint, fault };
  return (
    <Labelled {...common}>
      <textarea
        {...textarea}
        id={id}
        className={`${fields.input} ${fields.textarea} ${className}`}
        {...about(common)}
      />
    </Labelled>
  );
}

type SelectProps = Common & ComponentProps<"select"> & { choices: readonly (readonly [string, string])[] };

/** One of some values. */
export function Select({ id, label, hint, fault, choices, ...select }: SelectProps) {
  const common = { id, label, hint, fault };
  return (
    <Labelled {...common}>
      <select {...select} id={id} className={`${fields.input} ${fields.select}`} {...about(common)}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export type ChoiceProps = {
  name: string;
  label: string;
  values: readonly (readonly [string, string])[];
  chosen?: string;
};

/** A filter with some values, or none. */
export function Choice({ name, label, values, chosen = "" }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        <option value="">all</option>
        {values.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One press queues a message again, another sets it aside; each button is shown where that is possible. */
export function MessageButtons({ id, destination, canRetry, canPark }: MessageRow) {
  if (!canRetry && !canPark) return null;
  return (
    <PostForm className={parts.buttons}>
      <input type="hidden" name="message" value={id} />
      {canRetry && (
        <button type="submit" name="intent" value="retry" className={parts.button}>
          Send again<span className="visually-hidden"> to {destination}</span>
        </button>
      )}
      {canPark && (
        <button type="submit" name="intent" value="park" className={parts.button}>
          Park<span className="visually-hidden"> the message to {destination}</span>
        </button>
      )}
    </PostForm>
  );
}

type LookProps = { look: SecondLook | undefined; back: string; children?: ReactNode };

/** The effect of a press, with a second press that confirms it. @param back the page as it was @param children more about the effect */
export function LookAgain({ look, back, children }: LookProps) {
  if (!look) return null;
  const { says, warns, fields: hidden, button, word, fault } = look;
  return (
    <section className={`${parts.said} ${parts.look}`} aria-labelledby="look-again">
      <h2 id="look-again">Look again before it is done</h2>
      <ul>
        {says.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {children}
      {warns && (
        <p role="alert" className={fields.error}>
          {warns}
        </p>
      )}
      <PostForm action={back}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {word && (
          <Field
            id="confirmation"
            name="confirmation"
            label={`Type the word ${word} to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            fault={fault}
          />
        )}
        <p className={parts.buttons}>
          <button type="submit" className={`${parts.button} ${parts.danger}`}>
            {button}
          </button>
          <a href={back} className={parts.button}>
            Leave it as it is
          </a>
        </p>
      </PostForm>
    </section>
  );
}

/** For a page that the viewer cannot change. */
export function OnlySees() {
  return (
    <p className={`${parts.soft} ${parts.only}`}>
      You can look at this page. Changing something takes the role leads.
    </p>
  );
}

/** One press offers an unsold lead to the order's buyers again. */
export function OfferAgain({ lead, who }: { lead: string; who: string }) {
  return (
    <PostForm className={parts.buttons}>
      <input type="hidden" name="lead" value={lead} />
      <button type="submit" name="intent" value="offer-again" className={parts.button}>
        Offer again<span className="visually-hidden">, the lead of {who}</span>
      </button>
    </PostForm>
  );
}

/** A confirming press for a lead that another buyer has. */
export function SellAgain({ sale }: { sale: SecondSale | undefined }) {
  if (sale === undefined) return null;
  const destination = sale.message.split(".").slice(1).join(".");
  return (
    <PostForm className={parts.buttons}>
      <input type="hidden" name="message" value={sale.message} />
      <input type="hidden" name="despite" value={sale.despite} />
      <button type="submit" name="intent" value="sell-again" className={`${parts.button} ${parts.danger}`}>
        {`Send it to ${destination} all the same`}
      </button>
    </PostForm>
  );
}

/** The links below a list: to older rows, and to all of it as a table. @param note a remark on the table */
export function ListLinks({ older, next, csv, note = "" }: ListLinksProps) {
  return (
    <>
      {next && (
        <a className={parts.button} href={next}>
          {older}
        </a>
      )}
      {csv && (
        <>
          <a className={parts.button} href={`${csv}&for=spreadsheet`}>
            {`Download for a spreadsheet${note}`}
          </a>
          <a className={parts.button} href={csv}>
            {`Download as CSV${note}`}
          </a>
        </>
      )}
    </>
  );
}

type ListLinksProps = { older: string; next: string | undefined; csv: string | undefined; note?: string };
