import type { Article } from "../article.ts";
import { PhoneLink } from "../phone-link.tsx";
import styles from "./service.module.css";
import { WhoPays } from "./who-pays.tsx";

export const aboutUs: Article = {
  path: "/about-us/",
  isAboutUs: true,
  name: "About us",
  title: "About us: how this free service works",
  description:
    "Who we are, how we connect people hurt in car accidents with law firms, who pays for it, and what we never do.",
  inShort: [
    "We introduce people hurt in car accidents to law firms that take such cases.",
    "We are not a law firm, and we give no legal advice.",
    "You pay us nothing. Law firms and partners pay for advertising and introductions.",
    "You decide whether to talk to a firm. You never have to hire anyone.",
  ],
  sections: [
    {
      heading: "Who we are",
      body: ({ siteName }, { legalName, registeredIn, team }) => (
        <>
          <p>
            {siteName} is a website for people who were hurt in a car accident in the United States. After a
            crash there is a lot to sort out, and it’s hard to know who to ask. We explain the basics in plain
            English and help people find a law firm to talk to.
          </p>
          <p>
            We are not a law firm. Using this site does not make anyone your lawyer. We do not endorse or
            recommend any lawyer or firm.
          </p>
          {legalName && (
            <p>
              {siteName} is run by {legalName}
              {registeredIn && `, a company registered in ${registeredIn}`}.
            </p>
          )}
          {team && team.length > 0 && (
            <>
              <p>The people behind it:</p>
              <ul className={styles.people}>
                {team.map(({ name, role, photo }) => (
                  <li key={name}>
                    {photo && <img src={photo} alt="" width="96" height="96" loading="lazy" />}
                    <span>
                      <strong>{name}.</strong> {role}.
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ),
    },
    {
      heading: "How it works",
      body: (
        <ol className={styles.steps}>
          <li>
            <strong>You answer a few questions.</strong> When it happened, who was at fault, whether you were
            hurt. It takes about two minutes.
          </li>
          <li>
            <strong>We look for a match.</strong> We compare your answers with the cases that law firms in
            your area take.
          </li>
          <li>
            <strong>A firm may contact you.</strong> The first consultation is free. You choose what happens
            next.
          </li>
        </ol>
      ),
    },
    {
      heading: "How it is paid for",
      body: (company) => (
        <>
          <p>
            Law firms and marketing partners pay us for advertising and introductions. That is how the service
            can be free for you. Read more about our <a href="/sponsors/">sponsoring attorneys</a>.
          </p>
          <WhoPays {...company} />
        </>
      ),
    },
    {
      heading: "What we do with your data",
      body: (
        <p>
          We use your answers to look for a match and to pass your details to those who may contact you about
          your claim. We keep a record of what you agreed to. Our{" "}
          <a href="/privacy-policy/">privacy policy</a> says what we collect, who receives it and what you can
          ask of us.
        </p>
      ),
    },
    {
      heading: "What we never do",
      body: (
        <ul className={styles.never}>
          <li>We never charge you for this service.</li>
          <li>We never file a claim for you. We introduce you to a firm.</li>
          <li>We never give legal advice or act as your lawyer.</li>
          <li>We never promise a match, a sum of money or a result.</li>
          <li>We never say that one firm is better than another.</li>
        </ul>
      ),
    },
    {
      heading: "Contact us",
      body: ({ phone, email, address, siteName }, { legalName, hours }) => (
        <>
          <p>
            Call <PhoneLink phone={phone} />
            {hours && ` (${hours.en})`}, email <a href={`mailto:${email}`}>{email}</a> or use the{" "}
            <a href="/contact/">contact form</a>.
          </p>
          <p>
            {legalName ?? siteName}, {address}
          </p>
        </>
      ),
    },
  ],
};
