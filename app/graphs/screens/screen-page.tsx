import { wording } from "../../../machines/messages/index.ts";
import { SurveyHeader } from "../../site/layout/headers.tsx";
import "../../styles/page-flags.css";
import "../../styles/themes.css";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { SurveyScreen } from "../../survey/screen/survey-screen.tsx";
import styles from "./screen-page.module.css";

/**
 * One screen of a survey as the visitor sees it.
 * @param isFramed in a frame it is inert: nothing takes the focus, not even an error summary
 */
export function ScreenPage({ data, isFramed }: { data: SurveyPageData; isFramed: boolean }) {
  const { company, language } = data;
  return (
    <div className={styles.screen} {...(isFramed && { inert: "" })}>
      <SurveyHeader company={company} language={language} />
      <SurveyScreen data={data} words={wording(language)} />
    </div>
  );
}
