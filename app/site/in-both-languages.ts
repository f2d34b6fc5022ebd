import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { Language } from "../../machines/steps/step.ts";
import { pageIn } from "./links.ts";
import { siteMeta } from "./meta.ts";

type Words = Record<Language, { title: string; description: string }>;

/** Language of a page that is there in both, by its address. */
export function languageAt(pathname: string): Language {
  return /^\/es(?:\/|$)/.test(pathname) ? "es" : "en";
}

/** Loader of one that needs to know no more. */
export function languageLoader({ request }: LoaderFunctionArgs): { language: Language } {
  return { language: languageAt(new URL(request.url).pathname) };
}

/** What such a page says in its head. @param path its English one */
export function metaInBoth(path: `/${string}`, words: Words): MetaFunction {
  return ({ matches, location }) => {
    const language = languageAt(location.pathname);
    const { title, description } = words[language];
    return siteMeta(matches, {
      path: pageIn(language, path),
      inBothLanguages: path,
      language,
      title,
      description,
    });
  };
}
