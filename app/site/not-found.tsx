import { LinkCards } from "./link-cards.tsx";
import styles from "./prose.module.css";
import { StartLink } from "./start-link.tsx";

const elsewhere = [
  { url: "/", name: "Home page", text: "What this site does, and how it works." },
  {
    url: "/car-accident-lawsuits/",
    name: "After a car accident",
    text: "Claims and lawsuits in plain words.",
  },
  { url: "/contact/", name: "Contact", text: "Write to us or call." },
];

/** Content of the 404 page, also for an unknown survey code (decision 21). */
export function NotFound() {
  return (
    <div className={styles.prose}>
      <h1>We could not find this page</h1>
      <p className={styles.lead}>The address may be mistyped, or the page may have moved.</p>
      <p>To find out if a law firm can help you, start with the questions.</p>
      <p>
        <StartLink>Start now</StartLink>
      </p>
      <h2>Or go on from here</h2>
      <LinkCards cards={elsewhere} />
    </div>
  );
}
