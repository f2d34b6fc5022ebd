import type { Company } from "../../survey/screen/page-data.ts";
import { WhyChooseUs } from "../why-choose-us.tsx";
import { Checklist } from "./checklist.tsx";
import { Closing } from "./closing.tsx";
import { Guides } from "./guides.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Questions } from "./questions.tsx";

/** Content of the home page. */
export function Home({ company }: { company: Company }) {
  return (
    <>
      <Hero company={company} />
      <HowItWorks />
      <WhyChooseUs />
      <Checklist />
      <Guides />
      <Questions />
      <Closing company={company} />
    </>
  );
}
