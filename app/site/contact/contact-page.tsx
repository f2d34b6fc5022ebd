import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { fill } from "../content/markdown.ts";
import { WhyChooseUs } from "../home/why-choose-us.tsx";
import { PathLine } from "../layout/path-line.tsx";
import { PhoneLink } from "../layout/site-links.tsx";
import { surveyUrls } from "../links.ts";
import { useMessages } from "../messages.ts";
import styles from "./contact-form.module.css";

type Props = {
  language: Language;
  company: Company;
  /** How long an answer usually takes at most, in words, where the operator says it. */
  replyWithin?: string;
  children: ReactNode;
};

/** The contact page around its form: form 60 %, contact details 40 % (spec 2.3). */
export function ContactPage({ language, company, replyWithin, children }: Props) {
  const { phone, email, address } = company;
  const { heading, slogan, filing, details, next } = useMessages(language).contact;
  const { whyUs } = useMessages(language).home;
  const { legalName, hours } = useContext(PageShell).about;
  return (
    <>
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1 className={styles.heading}>{heading}</h1>
          <p>{slogan}</p>
          <p className={styles.filing}>
            {filing.text} <a href={inLanguage(surveyUrls, language)}>{filing.link}</a>
            {filing.after.replace(/^(?=\p{L})/u, " ")}
          </p>
        </div>
        <div className={styles.formColumn}>{children}</div>
        <div className={styles.beside}>
          <section className={styles.details} aria-labelledby="contact-details">
            <h2 id="contact-details">{details.title}</h2>
            <Way
              label={details.call}
              drawing="M8 5h4l2 6-3 2c1 3 4 6 7 7l2-3 6 2v4c0 2-2 3-4 3C13 26 5 18 5 9c0-2 1-4 3-4Z"
              stroke="M19 6c4 1 6 3 7 7"
            >
              <PhoneLink phone={phone} />
              {hours && <span>{inLanguage(hours, language)}</span>}
            </Way>
            <Way label={details.email} drawing="M4 8h24v17H4z" stroke="m5 9 11 9 11-9">
              <a href={`mailto:${email}`}>{email}</a>
            </Way>
            <Way
              label={details.mail}
              drawing="M16 29s9-9 9-16a9 9 0 0 0-18 0c0 7 9 16 9 16Z"
              stroke="M13 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
            >
              <span>
                {legalName && `${legalName}, `}
                {address}
              </span>
            </Way>
            <p className={styles.note}>{details.emergency}</p>
          </section>
          <section className={styles.details} aria-labelledby="contact-next">
            <h2 id="contact-next">{next.title}</h2>
            <PathLine
              places={[next.sent, fill(next.reply, { within: replyWithin }), next.firm].map((text) => ({
                name: text,
                text,
              }))}
            />
          </section>
        </div>
      </div>
      {whyUs && <WhyChooseUs {...whyUs} />}
    </>
  );
}

type WayProps = { label: string; drawing: string; stroke: string; children: ReactNode };

/** One way to reach us, with a drawing of the hand of the answers'. */
function Way({ label, drawing, stroke, children }: WayProps) {
  return (
    <div className={styles.way}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d={drawing} />
        <path d={stroke} data-stroke />
      </svg>
      <p>
        <span className={styles.label}>{label}</span>
        {children}
      </p>
    </div>
  );
}
