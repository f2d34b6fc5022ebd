import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { contactPageWords } from "../content/words.ts";
import { WhyChooseUs } from "../home/why-choose-us.tsx";
import { PhoneLink } from "../layout/site-links.tsx";
import { surveyUrls } from "../links.ts";
import styles from "./contact-form.module.css";

type Props = { language: Language; company: Company; children: ReactNode };

/** The contact page around its form: form 60 %, contact details 40 % (spec 2.3). */
export function ContactPage({ language, company, children }: Props) {
  const { phone, email, address } = company;
  const { heading, slogan, filing, details } = contactPageWords[language];
  const { legalName, hours } = useContext(PageShell).about;
  return (
    <>
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1 className={styles.heading}>{heading}</h1>
          <p>{slogan}</p>
          <p className={styles.filing}>
            {filing.text} <a href={surveyUrls[language]}>{filing.link}</a>
            {filing.after}
          </p>
        </div>
        <div className={styles.formColumn}>{children}</div>
        <section className={styles.details} aria-labelledby="contact-details">
          <h2 id="contact-details">{details.title}</h2>
          <p>
            {details.call} <PhoneLink phone={phone} />
          </p>
          {hours && <p>{hours[language]}</p>}
          <p>
            {details.email} <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>
            {legalName && `${legalName}, `}
            {address}
          </p>
          <p className={styles.note}>{details.emergency}</p>
        </section>
      </div>
      {language === "en" && <WhyChooseUs />}
    </>
  );
}
