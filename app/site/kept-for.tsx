import type { Settings } from "../../services/settings/env.ts";

/** Days after which each kind of thing is erased. */
export type KeptDays = Settings["retention"];

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** What visitors are told of the times that `retentionAges` keeps to. */
export function KeptFor({ kept }: { kept: KeptDays }) {
  return (
    <ul>
      <li>Answers that you did not finish: {days(kept.visits)} after the last one.</li>
      <li>
        Finished answers with your name and how to reach you: {days(kept.leads)} after we passed them on;
        where we could pass them on to nobody, {days(kept.undelivered)}. The copy that was sent goes{" "}
        {days(kept.payloads)} after it arrived.
      </li>
      <li>A message from the contact form: {days(kept.contacts)} after it reached us.</li>
      <li>That a code was texted to your phone, or tried: {days(kept.codes)}.</li>
      <li>
        That you asked for your data or to be forgotten: {days(kept.requests)}, without your name or address,
        because the law asks for it.
      </li>
      <li>Records of consent: for as long as we may have to prove what you agreed to.</li>
      <li>
        That you do not want your details passed on: for good, or we would forget your wish. We keep a code
        that is made from your email address or phone number, not these themselves.
      </li>
    </ul>
  );
}
