import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Language } from "../../machines/steps/step.ts";
import { DoNotSell } from "./do-not-sell.tsx";
import type { Loaded, Refused } from "./do-not-sell-data.ts";
import { doNotSellWords } from "./do-not-sell-words.ts";
import { pageIn } from "./links.ts";
import { siteMeta } from "./meta.ts";
import { useCompany } from "./use-company.ts";

const path = "/do-not-sell-my-information/";

export const metaIn =
  (language: Language): MetaFunction =>
  ({ matches }) => {
    const { title, description } = doNotSellWords[language];
    return siteMeta(matches, {
      path: pageIn(language, path),
      inBothLanguages: path,
      language,
      title,
      description,
    });
  };

/** The page inside its frame, as first asked for or with what was refused. */
export function DoNotSellContent({ language }: { language: Language }) {
  const { done, optOut, ...loaded } = useLoaderData() as Loaded;
  const refused = useActionData() as Refused | undefined;
  const { errors, values, token } = refused ?? { errors: {}, values: {}, ...loaded };
  return <DoNotSell {...{ company: useCompany(), language, done, optOut, errors, values, token }} />;
}
