import type { LoaderFunctionArgs, MetaDescriptor, MetaFunction } from "@remix-run/node";
import type { Language } from "../../machines/steps/step.ts";
import { languages } from "../../services/words/languages.ts";
import type { Messages } from "../../services/words/messages.ts";
import type { Company } from "../ui/company.ts";
import { languageAt } from "./content/language.ts";
import { pageIn } from "./links.ts";

type Match = { id: string; data?: unknown };
type RootData = {
  company: Company;
  siteOrigin: string;
  /** Stands before the title of a page whose form was refused, in the page's language. */
  errorPrefix: string;
  /** What search engines show of a survey. */
  description?: string;
  refused: boolean;
};

type PageFacts = {
  title: string;
  description?: string;
  /** For a page that search engines may list; others have no canonical address. */
  path?: `/${string}`;
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
  { title, description, path, inEachLanguage, type = "website" }: PageFacts,
): MetaDescriptor[] {
  const root = rootData(matches);
  const prefix = root?.refused ? root.errorPrefix : "";
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

type Head = { title: string; description: string };

/** The language of a page that is there in every language. */
export function pageLanguage({ request }: LoaderFunctionArgs): Language {
  return languageAt(new URL(request.url).pathname);
}

/** What the loader of such a page returns at least: its language, and what its head says. */
export function loadPage(
  args: LoaderFunctionArgs,
  headOf: (messages: Messages, language: Language) => Head,
): { language: Language; head: Head } {
  const language = pageLanguage(args);
  const { title, description } = headOf(args.context.services.settings.ownWords.messages(language), language);
  return { language, head: { title, description } };
}

/** The head of such a page. @param path its English one */
export function metaInEach(path: `/${string}`): MetaFunction {
  return ({ matches, data }) => {
    const { language, head } = data as ReturnType<typeof loadPage>;
    return siteMeta(matches, { ...head, path: pageIn(language, path), inEachLanguage: path });
  };
}
