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
      // For developers: it is in no build.
      if (process.env.NODE_ENV === "development") route("themes", "themes/route.tsx", { id: "themes" });
    }),
};
