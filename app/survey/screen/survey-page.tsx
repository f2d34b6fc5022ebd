import { useContext } from "react";
import { wording } from "../../../machines/messages/index.ts";
import { IslandData } from "../../ui/island-data.tsx";
import { PageShell } from "../../ui/page-shell.tsx";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import { clips } from "../../site/films/clips.ts";
import { HeaderFilm } from "../../site/films/header-film.tsx";
import { CompensationMeter } from "../../site/home/compensation-meter.tsx";
import { SocialProof } from "../../site/home/social-proof.tsx";
import { Testimonials } from "../../site/home/testimonials.tsx";
import { CallTracking } from "../../site/layout/call-tracking.tsx";
import { SiteFooter } from "../../site/layout/site-footer.tsx";
import { SurveyHeader } from "../../site/layout/survey-header.tsx";
import { Honeypot } from "../../ui/honeypot.tsx";
import type { SurveyPageData } from "./page-data.ts";
import { PixelImages } from "./pixel-images.tsx";
import { Resumed, StartOverForm } from "./resumed.tsx";
import { SurveyScreen } from "./survey-screen.tsx";

/** The page around a survey's island; what the island needs to go on is beside it as data. */
export function SurveyPage({ data }: { data: SurveyPageData }) {
  const { company, language, topic, input, meter } = data;
  const { variantFiles } = useContext(PageShell);
  const film = clips.find(({ id }) => id === data.film);
  return (
    <>
      <SurveyHeader company={company} language={language}>
        {film && <HeaderFilm clip={film} />}
      </SurveyHeader>
      {data.isResumed && <Resumed language={language} />}
      {input.flags?.socialProof && <SocialProof language={language} topic={topic} />}
      <div data-island="survey" data-variant={variantFiles(data.survey).join(" ")}>
        <SurveyScreen data={data} words={wording(language)} />
      </div>
      {/* Beside the island: what goes on in the browser by script needs no trap, and no bytes for one. */}
      {data.steps[data.session.currentStep]?.consent && <Honeypot language={language} form="survey" />}
      {meter && (
        <div data-meter>
          <CompensationMeter
            language={language}
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
