import { verdictWords } from "../../../machines/features/verdicts/words.ts";
import { ownSettings } from "../../../services/features/feature.ts";
import { settings as own } from "../../../services/features/verdicts/feature.ts";
import { type ToVisitor, toVisitorOf } from "../../../services/features/verdicts/of-lead.ts";
import { pageIn } from "../../site/links.ts";
import type { ThanksCard } from "../feature.ts";

/** Nothing unless the owner wants it: the specification keeps a disqualification silent (ruling 18). */
export const load: ThanksCard<ToVisitor>["load"] = async ({ store, settings }, sessionId) => {
  const isSaid = ownSettings(settings, own)["say-what-decided"];
  return isSaid && sessionId ? toVisitorOf(store, sessionId, settings, Date.now()) : undefined;
};

/** The answer that decided, and where else to turn. */
export const Card: ThanksCard<ToVisitor>["Card"] = ({ data, language }) => {
  const { title, link } = verdictWords[language].visitor;
  const { because, way } = data[language];
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
