import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Home } from "../site/home/home.tsx";
import { SitePage, useCompany } from "../site/layout/site-layout.tsx";
import { languageLoader, metaInBoth } from "../site/meta.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { ...languageLoader(args), figures: await args.context.services.ownFigures() };
}

export const meta = metaInBoth("/", {
  en: {
    title: "Hurt in a car accident? See if a law firm can help",
    description:
      "Answer a few short questions and find out if a law firm near you takes cases like yours. Free, and you decide.",
  },
  es: {
    title: "¿Tuvo un accidente de carro? Vea si un bufete puede ayudarle",
    description:
      "Conteste unas preguntas cortas y vea si un bufete de su zona acepta casos como el suyo. Es gratis y usted decide.",
  },
});

export default function HomeRoute() {
  const { language, figures } = useLoaderData<typeof loader>();
  const company = useCompany();
  return (
    <SitePage language={language}>
      <Home language={language} company={company} figures={figures} />
    </SitePage>
  );
}
