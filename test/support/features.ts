import { existsSync, readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Language } from "../../machines/steps/step.ts";
import type { Variant } from "../../machines/variant.ts";
import type { Store } from "../../services/store/store.ts";
import type { Tried } from "../paths/model/site-models.ts";
import type { State } from "./screens/pages.ts";
import type { Sending } from "./send.ts";

/**
 * What the core's tests try in one feature besides its own tests: `brings` of its folder's brings.ts, where it has one.
 */
export type Brings = {
  /** Its charts, tried edge by edge. */
  charts?: readonly Tried[];
  /**
   * A post to each of its addresses, as our own pages would send it.
   * @param facts the visit's path, token and time zone
   */
  posts?: (facts: Record<string, string>) => readonly (readonly [path: string, post: Sending])[];
  /** Answers to those who are signed in to the charts, with what they are. */
  ofCharts?: readonly (readonly [what: string, status: number, path: string])[];
  /** Its pages for the access table: the address, the number of roles that see it, and their answers. */
  access?: readonly string[];
  /** Its reads of a large store, each statement of which has to find an index. @param now epoch milliseconds */
  reads?: Readonly<Record<string, (store: Store, now: number) => Promise<unknown>>>;
  /** Tries a chart that its developer just wrote. @param guard one of its guards, which no usual case asks for */
  tries?: (row: Required<Variant>, guard: string) => void;
  /** Fields that these take, with what has to be beside each for a text to get anywhere. */
  fields?: readonly (readonly [path: string, field: string, beside?: Record<string, string>])[];
  /** Pages that are the same for everybody when they are first asked for. */
  shared?: readonly string[];
  /** Pages as a post or query shows them, whose HTML has to be valid. */
  pages?: readonly { path: string; sending: Sending }[];
  /** Texts of its pages, in the languages that it has, to be read as all others are. */
  words?: () => Promise<{ [language in Language]?: string[] }>;
  /** Walks through what it has while developing, where Vite serves the site. */
  whileDeveloping?: readonly (readonly [title: string, walk: (page: Page, url: string) => Promise<void>])[];
  /** Its pages' further looks, by the page's name. */
  looks?: (helps: { sendEmpty(page: Page, button: string): Promise<undefined> }) => Record<string, State[]>;
};

const features = new URL("../features/", import.meta.url);
const folders = readdirSync(features).filter((name) => existsSync(new URL(`${name}/brings.ts`, features)));

export const brought: readonly Brings[] = await Promise.all(
  folders.map(
    async (name) => (await import(/* @vite-ignore */ `../features/${name}/brings.ts`)).brings as Brings,
  ),
);
