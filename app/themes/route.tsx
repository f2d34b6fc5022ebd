import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flagValues, type PageFlags } from "../../machines/rules/page-flags.ts";
import { useCompany } from "../site/layout/site-layout.tsx";
import { siteMeta } from "../site/meta.ts";
import { Gallery } from "./gallery.tsx";
import { schemes, tokensIn } from "./tokens.ts";

/** Reads the style sheets' sources: the address is there while developing only (remix.config.js). */
export function loader() {
  const inBoth = (theme: PageFlags["theme"]) =>
    schemes.map((scheme) => ({ scheme, tokens: tokensIn(theme, scheme) }));
  return { tokens: Object.fromEntries(flagValues.theme.map((theme) => [theme, inBoth(theme)])) };
}

export const meta: MetaFunction = ({ matches }) => [
  ...siteMeta(matches, { title: "Themes and flags" }),
  { name: "robots", content: "noindex" },
];

export default function ThemesRoute() {
  const { tokens } = useLoaderData<typeof loader>();
  return <Gallery company={useCompany()} tokens={tokens} />;
}
