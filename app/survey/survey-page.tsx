import { wording } from "../../machines/wording/index.ts";
import { IslandData } from "../island-data.tsx";
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
      <IslandData id="survey-data" data={data} />
      <SiteFooter company={data.company} language={data.language} />
    </>
  );
}
