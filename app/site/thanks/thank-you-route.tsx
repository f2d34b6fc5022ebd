import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Language } from "../../../machines/steps/step.ts";
import { languageNamed, mainLanguage } from "../../../services/words/languages.ts";
import { featureThanks } from "../../feature-thanks.ts";
import { InlineScript } from "../../ui/scripts.tsx";
import { cleanAddress, keepReceipt } from "../inline-scripts.ts";
import { SiteLayout, useCompany } from "../layout/site-layout.tsx";
import { ticketThankYouWords, useMessages } from "../messages.ts";
import { siteMeta } from "../meta.ts";
import { Receipt, type ReceiptProps, ThankYou } from "./thank-you.tsx";

type Loaded = {
  language: Language;
  title: string;
  receipt?: ReceiptProps["receipt"];
  mailed: string | null;
  /** The data of features' cards. */
  cards: unknown[];
};

/** From the query only its language is shown (ruling 18), and the result of a press on it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Loaded> {
  const { searchParams } = new URL(request.url);
  const { services, session } = context;
  // Old links have two question marks; the second is part of the first name then (ruling 15).
  const language = languageNamed(searchParams.get("lang") ?? searchParams.get("?lang")) ?? mainLanguage;
  // A store in trouble must not take the thanks away.
  const [receipt, ...cards] = await Promise.all([
    services.receipts.newest(session.id, language).catch(() => undefined),
    ...featureThanks.map(async ({ load }) => {
      try {
        return await load(services, session.id, searchParams);
      } catch {
        return undefined;
      }
    }),
  ]);
  return {
    language,
    title: services.settings.ownWords.messages(language).thanks.head.title,
    receipt,
    mailed: searchParams.get("receipt"),
    cards,
  };
}

export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...siteMeta(matches, { title: data?.title ?? "" }),
  { name: "robots", content: "noindex" },
];

/**
 * In the survey's language, with the site's menu: the visitor has just filed and may read on. The ticket flow has its
 * own end (spec 2.1).
 */
export default function ThankYouRoute() {
  const { language, receipt, mailed, cards } = useLoaderData<typeof loader>() as Loaded;
  const { pathname } = useLocation();
  const messages = useMessages(language);
  const words = pathname.startsWith("/ticket-") ? ticketThankYouWords(messages) : messages.thanks;
  const company = useCompany();
  return (
    <>
      <InlineScript code={cleanAddress} />
      <SiteLayout company={company} language={language} hasFiled>
        <ThankYou
          company={company}
          language={language}
          receipt={receipt}
          words={words}
          cards={featureThanks.map(({ Card }, index) =>
            cards[index] ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
              <Card key={index} data={cards[index]} language={language} page={pathname} />
            ) : null,
          )}
        >
          {receipt && <Receipt receipt={receipt} mailed={mailed} language={language} page={pathname} />}
        </ThankYou>
      </SiteLayout>
      {receipt && <InlineScript code={keepReceipt} />}
    </>
  );
}
