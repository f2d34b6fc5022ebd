import { useLoaderData } from "@remix-run/react";
import { whereToTurnWords } from "../site/content/words.ts";
import { languageLoader, metaInBoth } from "../site/in-both-languages.ts";
import { SiteLayout } from "../site/layout/site-layout.tsx";
import { WhereToTurn } from "../site/thanks/where-to-turn.tsx";
import { useCompany } from "../site/use-company.ts";

export const loader = languageLoader;

export const meta = metaInBoth("/where-to-turn/", whereToTurnWords);

export default function WhereToTurnRoute() {
  const { language } = useLoaderData<typeof loader>();
  return (
    <SiteLayout company={useCompany()} language={language}>
      <WhereToTurn language={language} />
    </SiteLayout>
  );
}
