import type { ToVisitor } from "../../../services/features/verdicts/of-lead.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { pageIn } from "../../site/links.ts";
import type { ThanksCard } from "../feature.ts";

export const load: ThanksCard<ToVisitor>["load"] = async ({ running }, sessionId) =>
  running.verdicts.toVisitor?.(sessionId);

/** The answer that decided, and where else to turn. */
export const Card: ThanksCard<ToVisitor>["Card"] = ({ data, language }) => {
  const { title, because, way, link } = inLanguage(data, language);
  return (
    <section aria-labelledby="what-decided" data-card data-what-decided>
      <h2 id="what-decided">{title}</h2>
      <p>{because}</p>
      <p>{way}</p>
      <p>
        <a href={pageIn(language, "/where-to-turn/")}>{link}</a>
      </p>
    </section>
  );
};
