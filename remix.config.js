import { pageFeatures } from "./app/features.ts";
import { articles } from "./app/site/content/pages.ts";
import { pageIn, pagesInEach, thankYouPaths } from "./app/site/links.ts";
import { languages, mainLanguage } from "./services/words/languages.ts";

/**
 * Remix options, and the paths that lead into a survey.
 * A variant's own entries (offer, affiliate, thank-you page) stand in machines/variants; a path
 * outside /survey/ and /survey-sd/ has to be named here as well. A test holds the two together.
 */
export const surveyPaths = [
  "survey/:code",
  "survey-sd/:code",
  "survey-sl",
  "survey-google",
  "yt",
  "g",
  "g2",
  "form",
  "f",
  // Landing addresses are free but for a part they contain; the survey's own route refuses all others.
  ":landing",
  ":landing/:code",
  ":landing/:code/:more",
];

/** The pages for developers and analysts: in app/graphs each lies beside its data and its route. */
export const graphPages = {
  graphs: "list/route.tsx",
  "graphs/sign-in": "sign-in/route.tsx",
  "graphs/:code": "chart/route.tsx",
  "graphs/:code/drawing.svg": "chart/file-route.ts",
  "graphs/:code/export/:format": "chart/file-route.ts",
};

/** The pages of those who run the site: in app/console each lies beside its data and its route. */
export const consolePages = {
  console: "inbox/route.tsx",
  "console/leads.csv": "inbox/csv-route.ts",
  "console/leads/:id": "lead/route.tsx",
  "console/deliveries": "deliveries/route.tsx",
  "console/health": "health/route.tsx",
  "console/settings": "settings/route.tsx",
  "console/privacy": "privacy/route.tsx",
  "console/privacy/copy": "privacy/copy-route.ts",
  "console/sessions": "sessions/route.tsx",
  "console/sign-in": "sign-in/route.tsx",
  "console/sign-out": "sign-in/sign-out-route.ts",
  "console/provider": "sign-in/provider-route.ts",
  "console/provider/back": "sign-in/provider-back-route.ts",
  "console/start": "start/route.tsx",
};

const addressOf = (/** @type {string} */ path) => path.slice(1, -1);

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      for (const path of surveyPaths) route(path, "survey/server/route.tsx", { id: `survey at ${path}` });
      for (const [path, file] of Object.entries(graphPages)) route(path, `graphs/${file}`, { id: path });
      for (const { name, graphPages, formerPages, consolePages, sitePages, sitePosts } of pageFeatures) {
        const own = { ...graphPages, ...consolePages, ...sitePages, ...sitePosts };
        for (const [path, file] of Object.entries(own)) route(path, `features/${name}/${file}`, { id: path });
        for (const path of formerPages?.paths ?? [])
          route(path, `features/${name}/${formerPages?.file}`, { id: path });
      }
      for (const [path, file] of Object.entries(consolePages)) route(path, `console/${file}`);
      for (const { path } of articles)
        route(addressOf(path), "site/articles/article-route.tsx", { id: path });
      for (const path of thankYouPaths)
        route(addressOf(path), "site/thanks/thank-you-route.tsx", { id: path });
      for (const path of pagesInEach)
        for (const language of languages.filter((language) => language !== mainLanguage)) {
          const address = addressOf(pageIn(language, path));
          route(address, `routes/${addressOf(path) || "_index"}.tsx`, { id: address });
        }
      // For developers: they are in no build.
      if (process.env.NODE_ENV === "development") {
        route("themes", "themes/route.tsx", { id: "themes" });
        for (const { name, whileDeveloping } of pageFeatures)
          for (const [path, file] of Object.entries(whileDeveloping?.graphPages ?? {}))
            route(path, `features/${name}/${file}`, { id: path });
      }
    }),
};
