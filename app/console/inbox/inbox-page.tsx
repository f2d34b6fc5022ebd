import { useContext } from "react";
import { PageShell } from "../../ui/page-shell.tsx";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { Choice, type ChoiceProps, ListLinks, OfferAgain, PostForm, Said } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";
import type { Done } from "../ui/shown.ts";
import styles from "./inbox-page.module.css";
import type { Choices, InboxData, InboxRow } from "./load.ts";

/** A description of the search that does not name the person. */
function soughtInWords(key: string): string {
  if (key.startsWith("phone.")) return "the number that you looked for";
  return key.startsWith("email.") ? "the e-mail address that you looked for" : "the name that you looked for";
}

const typed = [
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
  { name: "affiliate", label: "Affiliate" },
  { name: "sub", label: "Sub id" },
  {
    name: "price",
    label: "Sold for at least, $",
    inputMode: "decimal" as const,
    pattern: "\\$?\\d{1,6}(\\.\\d{1,2})?",
  },
];

/** Which leads are shown: the search is always there, the rest opens, and stays open while it is in use. */
function FilterForm({ choices }: { choices: Choices }) {
  const { chosen, surveys, states, receivers, deliveries, isFiltered, isMasked } = choices;
  const { find = "", day = "", ...selected } = chosen;
  const { from = day, to = day } = chosen;
  const options: readonly ChoiceProps[] = [
    {
      name: "survey",
      label: "Survey",
      values: [["contact", "contact form"], ...surveys.map((code) => [code, code] as const)],
    },
    { name: "state", label: "State", values: states.map((code) => [code, code]) },
    {
      name: "qualified",
      label: "Qualified",
      values: [
        ["yes", "yes"],
        ["no", "no"],
      ],
    },
    {
      name: "status",
      label: "Status",
      values: [
        ["new", "not handled"],
        ["handled", "handled"],
      ],
    },
    { name: "delivery", label: "Delivery", values: deliveries },
    ...(receivers.length > 0
      ? [{ name: "buyer", label: "Taken by", values: receivers.map((name) => [name, name] as const) }]
      : []),
  ];
  const values: Record<string, string | undefined> = { ...chosen, from, to };
  return (
    <PostForm action="/console" className={parts.filter} aria-label="Filter">
      <div className={styles.find}>
        <label htmlFor="find" className="visually-hidden">
          {isMasked
            ? "Last two digits of the phone number, or all ten, or the lead's id"
            : "Name, e-mail address, phone number or its last digits, or the lead's id"}
        </label>
        <input
          id="find"
          name="find"
          type="search"
          defaultValue={find}
          placeholder={isMasked ? "2 or all 10 digits, or lead id" : "Name, e-mail, phone or lead id"}
        />
        <button type="submit" className={`${parts.button} ${parts.strong}`}>
          Find
        </button>
      </div>
      <details
        className={styles.more}
        open={day !== "" || Object.keys(selected).some((name) => name !== "key")}
      >
        <summary>Filter</summary>
        <div className={parts.fields}>
          {options.map((option) => (
            <Choice key={option.name} {...option} chosen={chosen[option.name]} />
          ))}
          {typed.map(({ name, label, ...field }) => (
            <div key={name}>
              <label htmlFor={name}>{label}</label>
              <input id={name} name={name} defaultValue={values[name]} {...field} />
            </div>
          ))}
        </div>
      </details>
      {chosen.key && (
        <p>
          <input type="hidden" name="key" value={chosen.key} />
          Shown are leads of {soughtInWords(chosen.key)}.
        </p>
      )}
      {isFiltered && (
        <a className={styles.all} href="/console">
          Show all leads
        </a>
      )}
    </PostForm>
  );
}

/** New leads first, masked for who does not see them whole; the newest page keeps itself up to date. */
export function InboxPage({
  viewer,
  rows,
  next,
  isFirstPage,
  refused,
  choices,
  csv,
  done,
}: InboxData & { viewer: Signed; done?: Done }) {
  const { consoleProof } = useContext(PageShell);
  return (
    <ConsoleLayout viewer={viewer} title="Inbox" page="/console">
      <FilterForm choices={choices} />
      <Said text={refused} isRefused />
      <Said text={done?.text} isRefused={done?.isRefused} />
      <div data-island={isFirstPage ? "inbox" : undefined} data-console-page={consoleProof}>
        {/* A page has the styles of the classes in it: here, of all that a lead may bring while it is open. */}
        <template>
          <i className={Object.values({ ...parts, ...styles }).join(" ")} />
        </template>
        <div data-newest>
          {rows.length === 0 ? (
            <p className={parts.empty}>
              {choices.isFiltered
                ? "No leads match this filter."
                : "No leads yet. New ones appear here by themselves."}
            </p>
          ) : (
            <>
              <p className={`${styles.row} ${styles.heads}`} aria-hidden="true">
                <span>Who</span>
                <span>From</span>
                <span>Verdict</span>
                <span>Delivery</span>
                <span>Came in</span>
              </p>
              <ol className={parts.rows} aria-label="Leads, newest first">
                {rows.map((row) => (
                  <Row key={row.id} {...row} />
                ))}
              </ol>
            </>
          )}
        </div>
        <p role="status" className="visually-hidden" data-arrived />
      </div>
      <p className={styles.more}>
        <ListLinks
          older="Older leads"
          next={next}
          csv={rows.length > 0 ? csv : undefined}
          note={viewer.role === "leads" ? "" : ", masked"}
        />
      </p>
    </ConsoleLayout>
  );
}

function Row({
  id,
  time,
  moment,
  age,
  who,
  phone,
  from,
  state,
  verdict,
  isQualified,
  delivery,
  canOffer,
  handledBy,
}: InboxRow) {
  return (
    <li className={`${styles.row} ${handledBy ? styles.handled : ""}`}>
      <a className={styles.who} href={`/console/leads/${id}`}>
        {who}
        {phone && (
          <>
            , <span className={styles.phone}>{phone}</span>
          </>
        )}
      </a>
      <span className={styles.where}>{[from, state].filter(Boolean).join(", ")}</span>
      <span className={styles.verdict}>
        {verdict && <span className={isQualified ? styles.plain : parts.quiet}>{verdict}</span>}
      </span>
      <span className={styles.delivery}>
        <span className={parts[delivery.tone]}>{delivery.text}</span>
        {handledBy && <span className={parts.soft}> Handled by {handledBy}</span>}
        {canOffer && <OfferAgain lead={id} who={[who, phone].filter(Boolean).join(", ")} />}
      </span>
      <span className={styles.time} title={moment}>
        <span className={styles.age}>{age}</span> {time}
      </span>
    </li>
  );
}
