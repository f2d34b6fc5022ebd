/** What the server knows of a page, for pages that are rendered without one. */
export const pageShell = {
  nonce: "",
  loader: null,
  variantFiles: () => [],
  path: "/",
  gpc: false,
  company: null,
  language: "en" as const,
  testimonials: [],
};
