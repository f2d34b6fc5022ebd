import type { Settings } from "../../services/settings/env.ts";
import type { Company } from "../ui/company.ts";
import { LastUpdated } from "./last-updated.tsx";
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
      <LastUpdated path="/privacy-policy/" language="en" />
      <p className={styles.lead}>
        {siteName} helps people who were in an accident find a law firm. This page explains what we learn
        about you, what we do with it, and what you can ask us to do.
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
        We look up your city, county and state by your ZIP code. We may check that an email address or phone
        number works.
      </p>
      <h2>What we use it for</h2>
      <ul>
        <li>To see whether your answers fit the cases that law firms in your area take.</li>
        <li>
          To pass your details to a law firm or marketing partner that may contact you about your claim.
        </li>
        <li>To prove your consent, prevent abuse, keep the site working and obey the law.</li>
      </ul>
      <h2>Who receives it</h2>
      <p>
        The law firm or firms that your consent names or describes, and their partners; marketing partners
        that introduce people to law firms; companies that work for us, for example to check phone numbers or
        to record consent; and government authorities when the law requires it. Law firms and partners pay us
        for advertising and introductions. Each of them is responsible for how it uses your details. We do not
        pass on answers to our questions about benefits.
      </p>
      <h2>Calls and text messages</h2>
      <p>
        You agree to calls and texts only by pressing the button next to the consent text. You can withdraw
        your consent at any time: reply STOP to a text, tell the caller, call <PhoneLink phone={phone} /> or
        email <a href={`mailto:${email}`}>{email}</a>. Consent is never a condition of buying anything.
      </p>
      <h2>Cookies and signals</h2>
      <p>
        One cookie keeps your place in the questions. It holds a random code and no answers. If your browser
        sends the Global Privacy Control signal, we treat it as a request not to sell or share your data for
        advertising: we load no advertising or affiliate scripts during your visit.
      </p>
      <h2>How long we keep it</h2>
      <p>We delete everything automatically when its time is up, or earlier if you ask us to.</p>
      <KeptFor kept={kept} />
      <h2>Security</h2>
      <p>
        Pages and answers travel over encrypted connections, and only people and services that need your
        details can see them. No system is perfectly safe. If a breach affects you, we will tell you as the
        law requires.
      </p>
      <h2>Children</h2>
      <p>
        This site is for adults. Please do not send us details about anyone under 18 unless you are their
        parent or guardian.
      </p>
      <CaliforniaSection company={company} />
      <h2>Contact</h2>
      <p>
        {siteName}, {address}. Email <a href={`mailto:${email}`}>{email}</a>, phone{" "}
        <PhoneLink phone={phone} />. If this policy changes, we post the new one here with a new date.
      </p>
    </div>
  );
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** What the policy says of the times that `retentionAges` keeps to. */
function KeptFor({ kept }: { kept: KeptDays }) {
  return (
    <ul>
      <li>Answers that you did not finish: {days(kept.visits)} after the last one.</li>
      <li>
        Finished answers with your name and how to reach you: {days(kept.leads)} after we passed them on. If
        there was no one to pass them on to: {days(kept.undelivered)}. Our copy of what we sent:{" "}
        {days(kept.payloads)} after it arrived.
      </li>
      <li>A message from the contact form: {days(kept.contacts)} after we get it.</li>
      <li>Records that we texted you a code: {days(kept.codes)}.</li>
      <li>
        Records of your privacy requests: {days(kept.requests)}, without your name or address, because the law
        requires it.
      </li>
      <li>Records of consent: for as long as we may have to prove what you agreed to.</li>
      <li>
        Your request not to pass on your details: permanently, so that we can keep honoring it. We keep a code
        made from your email address or phone number, not the address or number itself.
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
          to delete it, and to tell those who received it from us to delete it, unless the law requires us to
          keep it;
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
        To use these rights, email <a href={`mailto:${email}`}>{email}</a> or call <PhoneLink phone={phone} />
        . We confirm a request within 10 business days and answer it within 45 days. We may ask for details
        that show the request is yours. Someone you authorize can ask for you. We treat you the same if you
        use your rights.
      </p>
    </section>
  );
}
