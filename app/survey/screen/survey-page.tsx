import { useContext } from "react";
import { IslandData } from "../../ui/island-data.tsx";
import { PageShell } from "../../ui/page-shell.tsx";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import type { Messages } from "../../../services/words/messages.ts";
import { featureParts } from "../../feature-parts.ts";
import { CompensationMeter } from "../../site/home/compensation-meter.tsx";
import { SocialProof, Testimonials } from "../../site/home/testimonials.tsx";
import { SurveyHeader } from "../../site/layout/headers.tsx";
import { SiteFooter } from "../../site/layout/site-footer.tsx";
import { CallTracking } from "../../site/layout/site-layout.tsx";
import { useMessages } from "../../site/messages.ts";
import { Honeypot } from "../../ui/honeypot.tsx";
import type { SurveyPageData } from "./page-data.ts";
import styles from "./resumed.module.css";
import { SurveyScreen } from "./survey-screen.tsx";

/** The page around a survey's island; the island's data is beside it. */
export function SurveyPage({ data }: { data: SurveyPageData }) {
  const { company, language, topic, input, meter } = data;
  const { variantFiles, wordsFile } = useContext(PageShell);
  const { screens, pages } = useMessages(language);
  return (
    <>
      <SurveyHeader company={company} language={language}>
        {data.film &&
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is a constant
          featureParts.map(({ Film }, index) => Film && <Film key={index} film={data.film} />)}
      </SurveyHeader>
      {data.isResumed && <Resumed {...pages.resumed} />}
      {input.flags?.socialProof && <SocialProof language={language} topic={topic} />}
      <div
        data-island="survey"
        data-variant={variantFiles(data.survey).join(" ")}
        data-words={wordsFile(language)}
      >
        <SurveyScreen data={data} words={screens} />
      </div>
      {/* Beside the island: what goes on in the browser by script needs no trap, and no bytes for one. */}
      {data.steps[data.session.currentStep]?.consent && <Honeypot label={pages.honeypot} form="survey" />}
      {meter && (
        <div data-meter>
          <CompensationMeter
            words={meter.words}
            estimate={meter.estimate}
            display={input.flags?.compensation}
          />
        </div>
      )}
      {data.isResumed && <StartOverForm />}
      <Testimonials language={language} topic={topic} />
      <IslandData id="survey-data" data={data} />
      <PixelImages addresses={data.effects.images} />
      <CallTracking
        tracker={data.callTracker}
        company={company}
        tracking={data.visit && input.tracking}
        defaults={data.entry.preset?.defaults}
      />
      <SiteFooter company={company} language={language} />
    </>
  );
}

const form = "start-over";

/**
 * Says that the visit was resumed, with a way to start over. Outside the island, whose scripts need not know it: it is
 * hidden once the visitor continues.
 */
export function Resumed({ text, startOver }: Messages["pages"]["resumed"]) {
  return (
    <div className={styles.resumed} data-resumed>
      <p>
        {text}{" "}
        <button type="submit" form={form} name="intent" value="restart" className={styles.startOver}>
          {startOver}
        </button>
      </p>
    </div>
  );
}

/** The form of its button, after the question's: the first form of a page is the one that asks. */
function StartOverForm() {
  return <form method="post" id={form} />;
}

/** Pixels for browsers that run no script: all others leave what is in here alone. */
function PixelImages({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <noscript>
      {addresses.map((address) => (
        <img key={address} src={address} alt="" width="1" height="1" hidden />
      ))}
    </noscript>
  );
}
