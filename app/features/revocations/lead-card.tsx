import type { StopCard } from "../../../services/features/revocations/card.ts";
import { PostForm } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { shownTime } from "../../console/ui/shown.ts";
import fields from "../../ui/fields.module.css";
import type { LeadCard } from "../feature.ts";
import { pageOf } from "./feature.ts";
import styles from "./lead-card.module.css";

export type CardData = StopCard & { id: string };

export const load: LeadCard<CardData>["load"] = async ({ running, settings }, { id }, { role }) => {
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const card = await running.revocations.ofLead(id, { role, time });
  return card && { ...card, id };
};

/** What buyers heard, who was told of it and when, and a desk for what a buyer says on the phone. */
export const Card: LeadCard<CardData>["Card"] = ({ data: { id, said, told, buyers, mayPress } }) => (
  <section aria-labelledby="do-not-call">
    <h2 id="do-not-call">Do not call</h2>
    {said.length === 0 && told.length === 0 && (
      <p className={parts.soft}>Nobody has said that this person wants no more calls.</p>
    )}
    {said.map(({ at, text }) => (
      <p key={`${at} ${text}`} className={styles.said}>
        <span className={parts.soft}>{at}</span> {text}.
      </p>
    ))}
    {told.length > 0 && (
      <ul className={parts.rows}>
        {told.map(({ id: message, receiver, words, tone, why, canClose }) => (
          <li key={receiver} className={styles.told}>
            <strong>{receiver}</strong>
            <span className={parts[tone]}>{words}</span>
            {why && <span className={parts.soft}>{why}</span>}
            {canClose && mayPress && (
              <PostForm action={pageOf(id)}>
                <input type="hidden" name="message" value={message} />
                <button type="submit" name="intent" value="told" className={parts.button}>
                  I have told them<span className="visually-hidden">: {receiver}</span>
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    )}
    {mayPress && buyers.length > 0 && (
      <PostForm action={pageOf(id)} className={styles.desk}>
        <label htmlFor="told-to-stop" className={fields.label}>
          Who was told to stop calling?
        </label>
        <select id="told-to-stop" name="buyer" className={fields.input}>
          {buyers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="submit" name="intent" value="stop" className={parts.button}>
          Stop calls to this person
        </button>
      </PostForm>
    )}
  </section>
);
