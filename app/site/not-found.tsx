import { errorWords } from "../../machines/messages/error-page.ts";
import type { Language } from "../../machines/steps/step.ts";
import { LinkCards } from "./articles/link-cards.tsx";
import styles from "./articles/prose.module.css";
import { StartLink } from "./home/start-link.tsx";
import { surveyUrls } from "./links.ts";

const elsewhere = [
  { url: "/", name: "Home page", text: "What this site does, and how it works." },
  {
    url: "/car-accident-lawsuits/",
    name: "Car accident lawsuits",
    text: "Claims and lawsuits in plain English.",
  },
  { url: "/contact/", name: "Contact", text: "Send us a message or call." },
];

/** Content of the 404 page, also for an unknown survey code (ruling 21). The pages that it leads on to are in English. */
export function NotFound({ language }: { language: Language }) {
  const { heading, lead, questions, start, further } = errorWords[language].notFound;
  return (
    <div className={styles.prose}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      <p>{questions}</p>
      <p>
        <StartLink url={surveyUrls[language]}>{start}</StartLink>
      </p>
      {language === "en" && (
        <>
          <h2>{further}</h2>
          <div className={styles.three}>
            <LinkCards cards={elsewhere} />
          </div>
        </>
      )}
    </div>
  );
}
