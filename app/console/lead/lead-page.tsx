import type { ReactNode } from "react";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { MessageButtons, OfferAgain, PostForm, Said, SellAgain } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";
import { type Done, toneOf, wordsOf } from "../ui/shown.ts";
import styles from "./lead-page.module.css";
import type { LeadData } from "./load.ts";

type Props = { viewer: Signed; lead: LeadData; cards: readonly ReactNode[]; done?: Done };

/** A lead: the person, its deliveries, people's notes, and its whole history. */
export function LeadPage({ viewer, lead, cards, done }: Props) {
  const { title, contact, what, verdict, isQualified, suspicions, odd, isWhole, messages, record, lines } =
    lead;
  return (
    <ConsoleLayout viewer={viewer} title={title} page="/console" lead={what}>
      <Said text={done?.text} isRefused={done?.isRefused} />
      <SellAgain sale={done?.sellAgain} />
      <p className={styles.facts}>
        {verdict && <span className={isQualified ? parts.good : parts.quiet}>{verdict}</span>}
        {contact.map(({ text, href }) =>
          href ? (
            <a key={text} className={`${parts.button} ${styles.reach}`} href={href}>
              {text}
            </a>
          ) : (
            <span key={text} className={parts.number}>
              {text}
            </span>
          ),
        )}
      </p>
      {suspicions.length > 0 && (
        <p className={parts.said}>Perhaps made by a program: {suspicions.join(", ")}.</p>
      )}
      {odd.length > 0 && <p className={parts.said}>Odd, which proves nothing: {odd.join(", ")}.</p>}
      {!isWhole && (
        <p className={parts.soft}>Your role sees leads masked: answers and the record are left out.</p>
      )}
      <Handled handled={lead.handled} />
      <div className={styles.columns}>
        <div>
          {lead.answers.length > 0 && (
            <section className={styles.case} aria-labelledby="case">
              <h2 id="case">The case</h2>
              <dl>
                {lead.answers.map(({ question, lines }) => (
                  <div key={question} className={styles.asked}>
                    <dt>{question}</dt>
                    {lines.map((line) => (
                      <dd key={line}>{line}</dd>
                    ))}
                  </div>
                ))}
              </dl>
            </section>
          )}
          {lead.agreed && (
            <section className={styles.case} aria-labelledby="agreed">
              <h2 id="agreed">Agreed to</h2>
              <blockquote lang={lead.agreed.language}>{lead.agreed.text}</blockquote>
              <p className={parts.soft}>{lead.agreed.how}</p>
              <p className={parts.soft}>{lead.agreed.proof}</p>
            </section>
          )}
          <h2>Deliveries</h2>
          {lead.order && <p className={`${parts.soft} ${styles.order}`}>{lead.order}</p>}
          {lead.canOffer && viewer.mayPress && <OfferAgain lead={lead.id} who={title} />}
          <Deliveries messages={messages} isPressing={viewer.mayPress} />
          <NotOffered to={lead.notOffered} />
          {cards}
          <h2>Notes</h2>
          <Notes notes={lead.notes} />
        </div>
        <div>
          <h2>What happened</h2>
          <ol className={styles.story}>
            {lines.map(({ at, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen at one time in the same words
              <li key={index}>
                <span className={parts.soft}>{at}</span>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {record.length > 0 && (
        <details className={styles.record}>
          <summary>The record as posted ({record.length} fields)</summary>
          <dl>
            {record.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <p className={parts.soft}>Lead {lead.id}</p>
    </ConsoleLayout>
  );
}

function Handled({ handled }: Pick<LeadData, "handled">) {
  return (
    <PostForm className={styles.handled}>
      {handled && <span>{handled}</span>}
      <button
        type="submit"
        name="intent"
        value={handled ? "reopen" : "handled"}
        className={handled ? parts.button : `${parts.button} ${parts.strong}`}
      >
        {handled ? "Mark as not handled" : "Mark as handled"}
      </button>
    </PostForm>
  );
}

function Deliveries({
  messages,
  isPressing,
}: Pick<LeadData, "messages"> & { isPressing: boolean | undefined }) {
  if (messages.length === 0) return <p className={parts.soft}>It goes to nobody.</p>;
  return (
    <ul className={parts.rows}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message}>
          <strong>{message.destination}</strong>
          <span className={parts[toneOf(message)]}>{wordsOf(message)}</span>
          <span className={parts.soft}>{message.text}</span>
          {isPressing && <MessageButtons {...message} />}
        </li>
      ))}
    </ul>
  );
}

/** Buyers that were not asked, with the reasons. */
function NotOffered({ to }: { to: LeadData["notOffered"] }) {
  if (to.length === 0) return null;
  return (
    <>
      <h2>Not offered to</h2>
      <ul className={parts.rows}>
        {to.map(({ name, why }) => (
          <li key={name} className={styles.message}>
            <strong>{name}</strong>
            <span className={parts.soft}>{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Notes({ notes }: Pick<LeadData, "notes">) {
  return (
    <>
      {notes.map(({ id, at, by, remark }) => (
        <div key={id} className={styles.note}>
          <p className={parts.soft}>
            {by}, {at}
          </p>
          <p>{remark}</p>
        </div>
      ))}
      <PostForm className={styles.write}>
        <label htmlFor="remark">New note</label>
        <textarea id="remark" name="remark" rows={3} maxLength={2000} required className={parts.area} />
        <button type="submit" name="intent" value="note" className={parts.button}>
          Add note
        </button>
      </PostForm>
    </>
  );
}
