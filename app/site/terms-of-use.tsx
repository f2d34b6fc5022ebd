import type { Company } from "../ui/company.ts";
import { LastUpdated } from "./last-updated.tsx";
import { PhoneLink } from "./phone-link.tsx";
import styles from "./prose.module.css";

/** The terms of use. The operator must have counsel review them before they go live. */
export function TermsOfUse({ company }: { company: Company }) {
  const { siteName, phone, email, address } = company;
  return (
    <div className={styles.prose}>
      <h1>Terms of use</h1>
      <LastUpdated path="/terms-of-use/" language="en" />
      <p className={styles.lead}>
        These terms apply when you use {siteName}. If you do not agree with them, please do not use it.
      </p>
      <h2>What {siteName} is, and is not</h2>
      <p>
        {siteName} is a free service that introduces people who were in an accident to law firms. It is not a
        law firm or a lawyer referral service that vouches for anyone. Nothing on this site is legal advice,
        and using it creates no attorney-client relationship with us.
      </p>
      <h2>How matching works</h2>
      <p>
        You are matched to a local legal professional based on your answers in a qualification process: we
        compare them with the cases that law firms near you take. Not everyone is matched. We do not promise
        that a firm will contact you, take your case or win it.
      </p>
      <h2>Law firms and advertising</h2>
      <p>
        Attorneys pay for joint advertising on this site. We do not endorse or recommend them. Hiring an
        attorney is an important decision and should not rest on advertising alone: ask for written
        information about qualifications and experience. The firms offer free consultations and work on a
        contingency-fee basis. Ask which costs you may still have to pay. Any agreement is between you and the
        firm.
      </p>
      <h2>Deadlines</h2>
      <p>
        The law sets deadlines for claims. Sending us your answers does not stop a deadline from running. If
        you are not sure, call an attorney of your choice soon.
      </p>
      <h2>What we ask of you</h2>
      <ul>
        <li>Be at least 18 years old, and in the United States.</li>
        <li>Answer truthfully, about yourself or someone you may speak for.</li>
        <li>Give only your own email address and phone number.</li>
        <li>Do not misuse the site, for example with false or automated answers.</li>
      </ul>
      <h2>Calls and texts</h2>
      <p>
        When you press the button next to the consent text, you sign electronically and agree to the calls and
        texts described there. Our <a href="/privacy-policy/">privacy policy</a> explains how to withdraw your
        consent and what happens to your details.
      </p>
      <h2>Liability</h2>
      <p>
        The site is provided “as is.” As far as the law allows, we are not liable for what law firms or other
        third parties do, or for losses from using the site. Nothing here limits rights that the law does not
        let us limit.
      </p>
      <h2>Changes and contact</h2>
      <p>
        We may change these terms. The version on this page applies to your visit. Questions? {siteName},{" "}
        {address}, email <a href={`mailto:${email}`}>{email}</a>, phone <PhoneLink phone={phone} />.
      </p>
    </div>
  );
}
