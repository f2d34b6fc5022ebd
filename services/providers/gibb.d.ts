declare module "gibb" {
  /** True when the text's letter pairs are unlike those of English. */
  export function isGibberish(text: string): boolean;
}
