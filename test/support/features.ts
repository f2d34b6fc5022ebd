import { existsSync, readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Language } from "../../machines/steps/step.ts";
import type { Store } from "../../services/store/store.ts";
import type { Tried } from "../paths/model/site-models.ts";
import type { State } from "./screens/pages.ts";
import type { Sending } from "./send.ts";

/** What the core's tests try of one feature besides their own: `brings` of its folder's brings.ts, where it has one. */
export type Brings = {
  /** Its charts, tried edge by edge. */
  charts?: readonly Tried[];
  /** A post to each of its addresses, which would be taken from our own pages. @param facts the visit's path, token and time zone */
  posts?: (facts: Record<string, string>) => readonly (readonly [path: string, post: Sending])[];
  /** Each of its pages in the console with how many of the roles see it, and its presses: how many they take, and what they are answered. */
  access?: readonly string[];
  /** What it asks of the store, by what that is for; nothing of it may read a table from end to end. @param now epoch milliseconds */
  asks?: (store: () => Store, now: number) => Record<string, () => Promise<unknown>>;
  /** Pages that are the same for everybody when they are first asked for. */
  shared?: readonly string[];
  /** Pages as a post or query shows them, whose HTML has to be valid. */
  pages?: readonly { path: string; sending: Sending }[];
  /** Texts of its pages, in the languages that it has, to be read as all others are. */
  words?: () => Promise<{ [language in Language]?: string[] }>;
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
