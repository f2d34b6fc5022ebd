import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Home } from "../site/home/home.tsx";
import { SitePage, useCompany } from "../site/layout/site-layout.tsx";
import { loadPage, metaInEach } from "../site/meta.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { ...loadPage(args, ({ home }) => home.head), figures: await args.context.services.ownFigures() };
}

export const meta = metaInEach("/");

export default function HomeRoute() {
  const { language, figures } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SitePage language={language}>
      <Home language={language} company={company} figures={figures} />
    </SitePage>
  );
}
