import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { languageNamed } from "../../../services/words/languages.ts";
import type { OwnWords } from "../../../services/words/own-words.ts";
import type { ServerEnv } from "../context.ts";

/** Below it are the scripts with the words of survey screens that the site's owner has changed. */
const folder = "/words/";

const made = new WeakMap<Wording, { name: string; script: string }>();

/** Such a script as the build makes one of the shipped words. Its name changes with its words. */
function scriptOf(language: Language, words: Wording): { name: string; script: string } {
  const known = made.get(words);
  if (known) return known;
  const script = `export const words = ${JSON.stringify(words)};`;
  const digest = createHash("sha256").update(script).digest("base64url").slice(0, 8);
  const file = { name: `${language}-${digest}.js`, script };
  made.set(words, file);
  return file;
}

/** Address of the script with a language's words of survey screens. @param shipped the one that was built */
export const wordsFileWith =
  (ownWords: OwnWords, shipped: (language: Language) => string) =>
  (language: Language): string => {
    const { screens } = ownWords.messages(language);
    if (screens === messagesIn(language).screens) return shipped(language);
    return folder + scriptOf(language, screens).name;
  };

const address = /^\/words\/([a-z-]+)-[\w-]{8}\.js$/;

/**
 * Answers with the words as this process has them. Another one may have named words that it has taken up a moment
 * earlier or later: then the page goes on with these, and nobody keeps them under that name.
 */
export const screenWords =
  (settings: Pick<Settings, "ownWords">): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    const language = languageNamed(address.exec(c.req.path)?.[1]);
    if (!language) return next();
    const { name, script } = scriptOf(language, settings.ownWords.messages(language).screens);
    return c.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": c.req.path === folder + name ? "public, max-age=31536000, immutable" : "no-store",
    });
  };
