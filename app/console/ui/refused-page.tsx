import styles from "../sign-in/sign-in-page.module.css";
import parts from "./parts.module.css";

type Props = {
  status: number;
  /** The reason, where it is known. */
  reason?: string;
  path: string;
  /** The one page that a person of a buyer can go back to. */
  only?: string;
};

/** For a signed-in person whose page is not for their role, does not exist, or failed. */
export function RefusedPage({ status, reason, path, only }: Props) {
  const { title, words } = saidOf(status);
  const said = words ?? (reason === `${title}.` ? undefined : reason);
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      {said && <p className={styles.words}>{said}</p>}
      {status >= 500 && (
        <p className={styles.words}>
          <a className={parts.button} href={path}>
            Open this page again
          </a>
        </p>
      )}
      {only ? <Elsewhere href={only} text="Your leads" /> : <Others status={status} />}
    </main>
  );
}

function Others({ status }: { status: number }) {
  return (
    <>
      {status !== 403 && <Elsewhere href="/console" text="Inbox" />}
      <Elsewhere href="/graphs/" text="Charts" />
      <Elsewhere href="/console/sessions" text="Your sessions" />
    </>
  );
}

function Elsewhere({ href, text }: { href: string; text: string }) {
  return (
    <p className={styles.words}>
      <a href={href}>{text}</a>
    </p>
  );
}

function saidOf(status: number): { title: string; words?: string } {
  if (status === 403)
    return {
      title: "Your role does not include this",
      words: "The person who added you to the console can give you another one.",
    };
  if (status === 404) return { title: "There is no such page" };
  if (status < 500) return { title: "This can’t be shown" };
  return {
    title: "Something went wrong",
    words: "It failed on our side. What you sent may not have been done: look before you send it again.",
  };
}
