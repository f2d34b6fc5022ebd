import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { MessageButtons, OnlySees, PostForm, Said, SellAgain } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";
import { type Done, toneOf, wordsOf } from "../ui/shown.ts";
import styles from "./deliveries-page.module.css";
import type { DeliveriesData, Receiver } from "./load.ts";

type Props = DeliveriesData & { viewer: Signed; done?: Done };

/** Messages that are waiting, failed or held, with the reason; one press sends or keeps each of them. */
export function DeliveriesPage({ viewer, receivers, messages, shown, done }: Props) {
  return (
    <ConsoleLayout viewer={viewer} title="Deliveries" page="/console/deliveries">
      <Said text={done?.text} isRefused={done?.isRefused} />
      <SellAgain sale={done?.sellAgain} />
      {!viewer.mayPress && <OnlySees />}
      <h2>Receivers</h2>
      {receivers.length === 0 ? (
        <p className={parts.empty}>
          No receiver is configured. Leads are kept here until one is: see{" "}
          <a href="/console/settings">Settings</a>.
        </p>
      ) : (
        <ul className={parts.rows}>
          {receivers.map((receiver) => (
            <ReceiverRow key={receiver.name} {...receiver} isPressing={viewer.mayPress} />
          ))}
        </ul>
      )}
      <h2>{shown.length > 0 ? `Not delivered: ${shown.join(", ")}` : "Not delivered"}</h2>
      {shown.length > 0 && (
        <p>
          <a href="/console/deliveries">Show all that is not delivered</a>
        </p>
      )}
      {messages.length === 0 ? (
        <p className={parts.empty}>Nothing waits.</p>
      ) : (
        <ul className={parts.rows}>
          {messages.map((message) => (
            <li key={message.id} className={styles.message}>
              <a href={`/console/leads/${message.leadId}`}>Lead …{message.leadId.slice(-6)}</a>
              <span>{message.destination}</span>
              <span className={parts[toneOf(message)]}>{wordsOf(message)}</span>
              <span className={styles.why}>{message.text}</span>
              {viewer.mayPress && <MessageButtons {...message} />}
            </li>
          ))}
        </ul>
      )}
    </ConsoleLayout>
  );
}

function ReceiverRow({
  name,
  mode,
  counts,
  paused,
  keyEnd,
  isPressing,
}: Receiver & { isPressing: boolean | undefined }) {
  const link = (status: string) => `?${new URLSearchParams({ status, destination: name })}`;
  return (
    <li className={styles.receiver}>
      <strong>{name}</strong>
      <span className={mode === "live" ? parts.good : parts.quiet}>{mode}</span>
      <span className={styles.counts}>
        {paused && <span className={parts.bad}>{paused}</span>}
        {keyEnd?.isSoon && <span className={parts.bad}>{keyEnd.text}</span>}
        {counts.length === 0 && paused === "" && <span className={parts.soft}>nothing waits</span>}
        {counts.map(({ status, count, oldest, words, tone }) => (
          <a
            key={status}
            href={link(status)}
            title={`oldest from ${oldest}`}
            className={tone === "plain" ? undefined : parts[tone]}
          >
            {count} {words}
          </a>
        ))}
        {keyEnd && !keyEnd.isSoon && <span className={parts.soft}>{keyEnd.text}</span>}
      </span>
      {isPressing && <PauseForm name={name} isPaused={paused !== ""} />}
    </li>
  );
}

function PauseForm({ name, isPaused }: { name: string; isPaused: boolean }) {
  return (
    <PostForm>
      <input type="hidden" name="destination" value={name} />
      {!isPaused && (
        <input name="why" maxLength={200} placeholder="Why" aria-label={`Why ${name} is paused`} />
      )}
      <button type="submit" name="intent" value={isPaused ? "resume" : "pause"} className={parts.button}>
        {isPaused ? "Resume" : "Pause"}
        <span className="visually-hidden"> {name}</span>
      </button>
    </PostForm>
  );
}
