/** What no page of ours may say to a visitor, by language: an outcome, a rank or a right that nobody can promise. */
export const promises: Readonly<Record<"en" | "es", RegExp>> = {
  en: /guarantee|best lawyer|top[- ]rated|you deserve|maximum|risk[- ]free|you (?:will|['’]ll) (?:win|get paid|be paid)|100 ?%/i,
  es: /garanti[zc]|garantía|mejor(?:es)? abogad|(?:usted|se|lo que) merece|máxim|sin riesgo|(?:va a|usted) gana(?:r|rá)\b|100 ?%/i,
};
