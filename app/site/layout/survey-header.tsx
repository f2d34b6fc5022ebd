import type { ReactNode } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import type { Company } from "../../ui/company.ts";
import { CallLink } from "./call-link.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

type Props = {
  company: Company;
  language: Language;
  /** What is below logo and number, where the survey has something. */
  children?: ReactNode;
};

/** Header of a survey page: nothing in it leads away from the question but the telephone and home. */
export function SurveyHeader({ company, language, children }: Props) {
  return (
    <header className={styles.survey}>
      <div className={styles.row}>
        <Logo siteName={company.siteName} language={language} />
        <CallLink phone={company.phone} label={language === "es" ? "Toque para llamar" : "Click to Call"} />
      </div>
      {children}
    </header>
  );
}
