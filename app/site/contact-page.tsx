import { type ReactNode, useContext } from "react";
import type { Company } from "../ui/company.ts";
import { PageShell } from "../ui/page-shell.tsx";
import styles from "./contact-form.module.css";
import { defaultSurveyUrl } from "./links.ts";
import { PhoneLink } from "./phone-link.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

/** The contact page around its form: form 60 %, contact details 40 % (spec 2.3). */
export function ContactPage({ company, children }: { company: Company; children: ReactNode }) {
  const { phone, email, address } = company;
  const { legalName, hours } = useContext(PageShell).about;
  return (
    <>
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1 className={styles.heading}>GET IN TOUCH</h1>
          <p>Get an advocate fighting on your behalf.</p>
          <p className={styles.filing}>
            We do not file claims. We introduce you to a firm. In a hurry?{" "}
            <a href={defaultSurveyUrl}>Answer a few questions</a> instead. It takes about two minutes.
          </p>
        </div>
        <div className={styles.formColumn}>{children}</div>
        <section className={styles.details} aria-labelledby="contact-details">
          <h2 id="contact-details">Call or email us</h2>
          <p>
            Call <PhoneLink phone={phone} />
          </p>
          {hours && <p>{hours.en}</p>}
          <p>
            Email <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>
            {legalName && `${legalName}, `}
            {address}
          </p>
          <p className={styles.note}>In an emergency, call 911 first.</p>
        </section>
      </div>
      <WhyChooseUs />
    </>
  );
}
