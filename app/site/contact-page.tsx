import type { ReactNode } from "react";
import type { Company } from "../ui/company.ts";
import styles from "./contact-form.module.css";
import { PhoneLink } from "./phone-link.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

/** The contact page around its form: form 60 %, contact details 40 % (spec 2.3). */
export function ContactPage({ company, children }: { company: Company; children: ReactNode }) {
  const { phone, email, address } = company;
  return (
    <>
      <div className={styles.page}>
        <div className={styles.intro}>
          <h1 className={styles.heading}>GET IN TOUCH</h1>
          <p>Get an advocate fighting on your behalf.</p>
        </div>
        <div className={styles.formColumn}>{children}</div>
        <section className={styles.details} aria-labelledby="contact-details">
          <h2 id="contact-details">Talk to us</h2>
          <p>
            Call <PhoneLink phone={phone} />
          </p>
          <p>
            Write to <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>{address}</p>
          <p className={styles.note}>In an emergency, call 911 first.</p>
        </section>
      </div>
      <WhyChooseUs />
    </>
  );
}
