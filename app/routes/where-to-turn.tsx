import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SiteLayout, useCompany } from "../site/layout/site-layout.tsx";
import { loadPage, metaInEach } from "../site/meta.ts";
import { WhereToTurn } from "../site/thanks/where-to-turn.tsx";

export const loader = (args: LoaderFunctionArgs) => loadPage(args, ({ whereToTurn }) => whereToTurn);

export const meta = metaInEach("/where-to-turn/");

export default function WhereToTurnRoute() {
  const { language } = useLoaderData<typeof loader>();
  return (
    <SiteLayout company={useCompany()} language={language}>
      <WhereToTurn language={language} />
    </SiteLayout>
  );
}
