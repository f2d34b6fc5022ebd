import type { LoaderFunctionArgs, MetaDescriptor, MetaFunction } from "@remix-run/node";
import type { Language } from "../../machines/steps/step.ts";
import { messagesIn } from "../../services/words/index.ts";
import { inLanguage, languages, mainLanguage } from "../../services/words/languages.ts";
import type { Company } from "../ui/company.ts";
import { languageAt } from "./content/language.ts";
import { pageIn } from "./links.ts";

type Match = { id: string; data?: unknown };
type RootData = { company: Company; siteOrigin: string; refused: boolean };

type PageFacts = {
  title: string;
  description?: string;
  /** For a page that search engines may list; others have no canonical address. */
  path?: `/${string}`;
  language?: Language;
  /** The English path of a page that is there in every language. */
  inEachLanguage?: `/${string}`;
  type?: "website" | "article";
};

/** The picture that is beside a shared link. */
const shareImage = "/share.png";

/** The root loader's data; undefined on its own error page. */
export function rootData(matches: readonly Match[]) {
  return matches.find(({ id }) => id === "root")?.data as RootData | undefined;
}

/** Title (with the site's name, from the root loader) and description of a site page, and how a link to it is shown. */
export function siteMeta(
  matches: readonly Match[],
  { title, description, path, language = mainLanguage, inEachLanguage, type = "website" }: PageFacts,
): MetaDescriptor[] {
  const root = rootData(matches);
  const prefix = root?.refused ? messagesIn(language).screens.errorPrefix : "";
  const full = root ? `${prefix}${title} | ${root.company.siteName}` : title;
  return [
    { title: full },
    ...(description ? [{ name: "description", content: description }] : []),
    ...(root && path ? sharedLink(root, { title, description, type, url: root.siteOrigin + path }) : []),
    ...(root && inEachLanguage ? alternates(root.siteOrigin, inEachLanguage) : []),
  ];
}

/** Links the language versions of a page for search engines. */
function alternates(siteOrigin: string, path: `/${string}`): MetaDescriptor[] {
  return languages.map((language) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang: language,
    href: siteOrigin + pageIn(language, path),
  }));
}

/** A page's canonical address, and the preview of a link to it. */
export function sharedLink(
  { company, siteOrigin }: RootData,
  { title, description, type, url }: Omit<PageFacts, "path"> & { url: string },
): MetaDescriptor[] {
  return [
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:title", content: title },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: url },
    { property: "og:type", content: type },
    { property: "og:image", content: siteOrigin + shareImage },
    { property: "og:site_name", content: company.siteName },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

type Words = Record<Language, { title: string; description: string }>;

/** Loader of a page that only needs the language. */
export function languageLoader({ request }: LoaderFunctionArgs): { language: Language } {
  return { language: languageAt(new URL(request.url).pathname) };
}

/** The head of a page in every language. @param path its English one */
export function metaInEach(path: `/${string}`, words: Words): MetaFunction {
  return ({ matches, location }) => {
    const language = languageAt(location.pathname);
    const { title, description } = inLanguage(words, language);
    return siteMeta(matches, {
      path: pageIn(language, path),
      inEachLanguage: path,
      language,
      title,
      description,
    });
  };
}
