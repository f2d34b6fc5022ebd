import { useLoaderData } from "@remix-run/react";
import { whereToTurnWords } from "../site/content/words.ts";
import { SiteLayout, useCompany } from "../site/layout/site-layout.tsx";
import { languageLoader, metaInEach } from "../site/meta.ts";
import { WhereToTurn } from "../site/thanks/where-to-turn.tsx";

export const loader = languageLoader;

export const meta = metaInEach("/where-to-turn/", whereToTurnWords);

export default function WhereToTurnRoute() {
  const { language } = useLoaderData<typeof loader>();
  return (
    <SiteLayout company={useCompany()} language={language}>
      <WhereToTurn language={language} />
    </SiteLayout>
  );
}
