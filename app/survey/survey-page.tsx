import { wording } from "../../machines/wording/index.ts";
import "../styles/page-flags.css";
import "../styles/themes.css";
import { SiteFooter } from "../site/site-footer.tsx";
import { SurveyHeader } from "../site/survey-header.tsx";
import type { SurveyPageData } from "./page-data.ts";
import { SurveyScreen } from "./survey-screen.tsx";

/** The page around a survey's island; what the island needs to go on stands beside it as data. */
export function SurveyPage({ data }: { data: SurveyPageData }) {
  return (
    <>
      <SurveyHeader company={data.company} language={data.language} />
      <div data-island="survey">
        <SurveyScreen data={data} words={wording(data.language)} />
      </div>
      <script
        type="application/json"
        id="survey-data"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON for the island, with "<" escaped; never run
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
      />
      <SiteFooter company={data.company} language={data.language} />
    </>
  );
}
