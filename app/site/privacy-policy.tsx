import type { Settings } from "../../services/settings/env.ts";
import type { Company } from "../ui/company.ts";
import { PhoneLink } from "./phone-link.tsx";
import styles from "./prose.module.css";

/** Days after which each kind of thing is erased. */
export type KeptDays = Settings["retention"];

/** The privacy policy. The operator must have counsel review it before it goes live. */
export function PrivacyPolicy({ company, kept }: { company: Company; kept: KeptDays }) {
  const { siteName, phone, email, address } = company;
  return (
    <div className={styles.prose}>
      <h1>Privacy policy</h1>
      <p className={styles.lead}>
        {siteName} helps people who were in an accident to find a law firm. This page says what we learn about
        you, what we do with it, and what you can ask of us.
      </p>
      <h2>What we collect</h2>
      <ul>
        <li>
          Your answers: when and how the accident happened, who was at fault, whether you were hurt and
          treated, whether there is a police report, whether you have a lawyer, and your own description. Some
          of this is about your health.
        </li>
        <li>How to reach you: name, email address, phone number and ZIP code.</li>
        <li>
          What comes with every visit: IP address, browser type, the page you came from, and codes in the link
          that tell us which advertisement or partner sent you.
        </li>
        <li>A record of your consent: the exact text you saw, when you agreed to it and from where.</li>
      </ul>
      <p>
        We look up city, county and state from your ZIP code. We may check that an email or phone number
        works.
      </p>
      <h2>What we use it for</h2>
      <ul>
        <li>To see whether your answers fit the cases that law firms in your area take on.</li>
        <li>
          To pass your details to a law firm or marketing partner that may contact you about your claim.
        </li>
        <li>To prove consent, prevent abuse, keep the site working and meet legal duties.</li>
      </ul>
      <h2>Who receives it</h2>
      <p>
        One law firm matched with you and its partners; marketing partners that connect people with law firms;
        companies that work for us, for instance to check phone numbers or to record consent; and authorities
        where the law requires it. Law firms and partners pay us for advertising and introductions. Each of
        them answers for its own use of your details.
      </p>
      <h2>Calls and text messages</h2>
      <p>
        You agree to calls and texts only by pressing the button next to the consent text. You can take the
        consent back at any time: reply STOP to a text, tell the caller, call <PhoneLink phone={phone} /> or
        write to <a href={`mailto:${email}`}>{email}</a>. Consent is never a condition of buying anything.
      </p>
      <h2>Cookies and signals</h2>
      <p>
        One cookie keeps your place in the questions; it holds a random code and no answers. If your browser
        sends the Global Privacy Control signal, we treat it as a request not to sell or share your data for
        advertising: we load no advertising or affiliate scripts on your visit.
      </p>
      <h2>How long we keep it</h2>
      <p>Everything is erased by itself when its time is over, or earlier when you ask for it.</p>
      <KeptFor kept={kept} />
      <h2>Security</h2>
      <p>
        Pages and answers travel over encrypted connections, and only people and services that need your
        details can reach them. No system is perfectly safe; if a breach concerns you, we will tell you as the
        law requires.
      </p>
      <h2>Children</h2>
      <p>
        This site is for adults. Please do not send us details of anyone under 18 unless you are the parent or
        guardian.
      </p>
      <CaliforniaSection company={company} />
      <h2>Contact</h2>
      <p>
        {siteName}, {address}. Email <a href={`mailto:${email}`}>{email}</a>, phone{" "}
        <PhoneLink phone={phone} />. If this policy changes, the new text is on this page.
      </p>
    </div>
  );
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** What visitors are told of the times that `retentionAges` keeps to. */
function KeptFor({ kept }: { kept: KeptDays }) {
  return (
    <ul>
      <li>Answers that you did not finish: {days(kept.visits)} after the last one.</li>
      <li>
        Finished answers with your name and how to reach you: {days(kept.leads)} after we passed them on;
        where we could pass them on to nobody, {days(kept.undelivered)}. The copy that was sent goes{" "}
        {days(kept.payloads)} after it arrived.
      </li>
      <li>A message from the contact form: {days(kept.contacts)} after it reached us.</li>
      <li>That a code was texted to your phone, or tried: {days(kept.codes)}.</li>
      <li>
        That you asked for your data or to be forgotten: {days(kept.requests)}, without your name or address,
        because the law asks for it.
      </li>
      <li>Records of consent: for as long as we may have to prove what you agreed to.</li>
      <li>
        That you do not want your details passed on: for good, or we would forget your wish. We keep a code
        that is made from your email address or phone number, not these themselves.
      </li>
    </ul>
  );
}

/** Rights of California residents; linked to from every footer as `#california-resident`. */
function CaliforniaSection({ company: { phone, email } }: { company: Company }) {
  return (
    <section id="california-resident" aria-labelledby="california-title">
      <h2 id="california-title">California residents</h2>
      <p>California law gives you rights over your personal information. You can ask us:</p>
      <ul>
        <li>what we have collected about you, from where, why, and who received it, and for a copy of it;</li>
        <li>to correct what is wrong;</li>
        <li>
          to delete it, and to tell those who received it from us to delete it, unless the law has us keep it;
        </li>
        <li>not to sell or share it, and to use health details only for what you asked for.</li>
      </ul>
      <p>
        In the last twelve months we may have collected identifiers (name, contact details, IP address),
        details of the accident including health, activity on this site, and approximate location. Passing
        your answers to a law firm or marketing partner for payment may count as a “sale” under California
        law. We do not knowingly sell the data of anyone under 16.
      </p>
      <p>
        To use these rights, write to <a href={`mailto:${email}`}>{email}</a> or call{" "}
        <PhoneLink phone={phone} />. We confirm a request within 10 business days and answer it within 45
        days. We may ask for details that show the request is yours. Someone you authorize can ask for you.
        Using your rights has no effect on how we treat you.
      </p>
    </section>
  );
}
