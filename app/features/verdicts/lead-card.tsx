import type { VerdictCard } from "../../../services/features/verdicts/of-lead.ts";
import { languageFacts } from "../../../services/words/languages.ts";
import parts from "../../console/ui/parts.module.css";
import { shownTime } from "../../console/ui/shown.ts";
import type { LeadCard } from "../feature.ts";
import styles from "./lead-card.module.css";

export const load: LeadCard<VerdictCard[]>["load"] = async ({ running, settings }, lead, { role }) => {
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const cards = await running.verdicts.ofLead(lead, { role, time });
  return cards.length > 0 ? cards : undefined;
};

/** The verdict with what decided it and what would have turned it; in the visitor's language too, for who talks with them. */
export const Card: LeadCard<VerdictCard[]>["Card"] = ({ data: [english, other] }) => (
  <section className={styles.card} aria-labelledby="decided">
    <h2 id="decided">What decided</h2>
    {english && <Said card={english} />}
    {other && (
      <details>
        <summary>In {languageFacts(other.language).english}, as its visitor answered</summary>
        <div lang={other.language}>
          <Said card={other} />
        </div>
      </details>
    )}
  </section>
);

function Said({
  card: { verdict, decided, since, otherwise, note, suspicions, held },
}: {
  card: VerdictCard;
}) {
  return (
    <>
      <p>
        <strong>{verdict}</strong> {decided.join(" ")}
      </p>
      {since && <p className={parts.soft}>{since}</p>}
      {otherwise.length > 0 && (
        <ul className={styles.otherwise}>
          {otherwise.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {note && <p className={parts.soft}>{note}</p>}
      {[...suspicions, ...held].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
