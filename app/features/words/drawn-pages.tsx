import type { ComponentProps, ReactNode } from "react";
import type { ContactErrors } from "../../../machines/site/contact-form.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { ContactForm } from "../../site/contact/contact-form.tsx";
import { ContactPage } from "../../site/contact/contact-page.tsx";
import { Failure, NotFound } from "../../site/error-page.tsx";
import { CompensationMeter } from "../../site/home/compensation-meter.tsx";
import { Home } from "../../site/home/home.tsx";
import { SocialProof, Testimonials } from "../../site/home/testimonials.tsx";
import { SiteLayout } from "../../site/layout/site-layout.tsx";
import { ticketThankYouWords } from "../../site/messages.ts";
import { ThankYou } from "../../site/thanks/thank-you.tsx";
import { WhereToTurn } from "../../site/thanks/where-to-turn.tsx";
import { Resumed } from "../../survey/screen/survey-page.tsx";
import type { Company } from "../../ui/company.ts";

export type PageWords = { messages: Messages; language: Language; company: Company };

type Look = (words: PageWords) => ReactNode;

const contact =
  (shown?: "sent" | "refused"): Look =>
  ({ messages, language, company }) => (
    <ContactPage language={language} company={company}>
      <ContactForm
        language={language}
        action=""
        hidden={{}}
        values={{}}
        errors={shown === "refused" ? empty(messages.contact.form) : {}}
        sent={shown === "sent"}
        own={messages.contact.form}
        notSent={messages.trouble.tryAgain}
        honeypot={messages.pages.honeypot}
        words={messages.screens}
        phone={company.phone}
      />
    </ContactPage>
  );

/** Nothing was filled in. */
const empty = ({ fields }: Messages["contact"]["form"]): ContactErrors =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, "missing"]));

const meter =
  (shown: Pick<ComponentProps<typeof CompensationMeter>, "estimate" | "display">): Look =>
  ({ messages }) => <CompensationMeter words={messages.pages.compensation} {...shown} />;

const around =
  (topic: ComponentProps<typeof Testimonials>["topic"]): Look =>
  ({ language }) => (
    <>
      <SocialProof language={language} topic={topic} />
      <Testimonials language={language} topic={topic} />
    </>
  );

/**
 * What of the site shows a part's words, by the part: its name, and the looks in which it shows them. A text that none of
 * them shows is drawn nowhere.
 */
const pages: Readonly<Record<string, { heading: string; looks: Readonly<Record<string, Look>> }>> = {
  notices: {
    heading: "A resumed visit",
    looks: { as: ({ messages }) => <Resumed {...messages.pages.resumed} /> },
  },
  meter: {
    heading: "The meter",
    looks: {
      before: meter({}),
      estimate: meter({ estimate: { level: 4 } }),
      dollars: meter({ estimate: { level: 4 }, display: "dollars" }),
    },
  },
  facts: {
    heading: "Around a question",
    looks: { accident: around("accident"), ticket: around("ticket"), benefits: around("benefits") },
  },
  "thank-you": {
    heading: "Page of thanks",
    looks: {
      as: ({ messages, ...its }) => <ThankYou {...its} words={messages.thanks} />,
    },
  },
  "ticket-thank-you": {
    heading: "Page of thanks",
    looks: {
      as: ({ messages, ...its }) => <ThankYou {...its} words={ticketThankYouWords(messages)} />,
    },
  },
  "home-page": {
    heading: "Home page",
    looks: { as: ({ messages, ...its }) => <Home {...its} /> },
  },
  "contact-page": {
    heading: "Contact page",
    looks: {
      as: contact(),
      refused: contact("refused"),
      sent: contact("sent"),
    },
  },
  "where-to-turn-page": {
    heading: "Where else to turn",
    looks: { as: ({ language }) => <WhereToTurn language={language} /> },
  },
  "error-pages": {
    heading: "In place of a page",
    looks: {
      missing: ({ language }) => <NotFound language={language} />,
      failed: ({ language, company }) => <Failure language={language} phone={company.phone} />,
    },
  },
  frame: {
    heading: "Above a page",
    looks: {
      as: ({ messages, ...its }) => (
        <SiteLayout {...its}>
          <NotFound language={its.language} />
        </SiteLayout>
      ),
    },
  },
};

/** What a part's pages are called, and their looks by name. */
export const pageOf = (part: string) => {
  const { heading, looks } = pages[part] ?? { heading: "", looks: {} };
  return { heading, looks: Object.keys(looks) };
};

/** A page of the site in these words. */
export function DrawnPage({ part, look, ...words }: PageWords & { part: string; look: string }) {
  return pages[part]?.looks[look]?.(words);
}
