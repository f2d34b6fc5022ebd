import type { KeptVerdict } from "../../../services/store/feature-rows.ts";
import parts from "../../console/ui/parts.module.css";
import { shownTime } from "../../console/ui/shown.ts";
import type { LeadCard } from "../feature.ts";

/** What lists said of a lead's number, and when. */
type CardData = { scrub: string; words: string; tone: "good" | "bad" | "quiet"; at: string; why: string }[];

const said: Record<KeptVerdict["verdict"], Pick<CardData[number], "words" | "tone">> = {
  listed: { words: "Listed", tone: "bad" },
  clean: { words: "Clean", tone: "good" },
  unknown: { words: "No verdict", tone: "bad" },
  open: { words: "No verdict yet", tone: "quiet" },
  asked: { words: "Is being asked", tone: "quiet" },
};

export const load: LeadCard<CardData>["load"] = async ({ store, settings }, { id, record }) => {
  const verdicts = await store.scrubs.ofLead(id, record);
  if (verdicts.length === 0) return undefined;
  return verdicts.map(({ scrub, verdict, why, at }) => ({
    scrub,
    ...said[verdict],
    at: shownTime(at, settings.siteTimeZone),
    why,
  }));
};

export const Card: LeadCard<CardData>["Card"] = ({ data }) => (
  <section aria-labelledby="scrubs">
    <h2 id="scrubs">Lists about this number</h2>
    <ul className={parts.rows}>
      {data.map(({ scrub, words, tone, at, why }) => (
        <li key={scrub}>
          <strong>{scrub}</strong> <span className={parts[tone]}>{words}</span>{" "}
          <span className={parts.soft}>{why ? `${at}: ${why}` : at}</span>
        </li>
      ))}
    </ul>
  </section>
);
