import type { Company } from "../survey/screen/page-data.ts";
import { PhoneLink } from "./phone-link.tsx";

/** Rights of California residents; linked to from every footer as `#california-resident`. */
export function CaliforniaSection({ company: { phone, email } }: { company: Company }) {
  return (
    <section id="california-resident" aria-labelledby="california-title">
      <h2 id="california-title">California residents</h2>
      <p>California law gives you rights over your personal information. You can ask us:</p>
      <ul>
        <li>what we have collected about you, from where, why, and who received it, and for a copy of it;</li>
        <li>to correct what is wrong;</li>
        <li>
          to delete it, and to tell those who received it from us to delete it, unless the law has us keep it;
        </li>
        <li>not to sell or share it, and to use health details only for what you asked for.</li>
      </ul>
      <p>
        In the last twelve months we may have collected identifiers (name, contact details, IP address),
        details of the accident including health, activity on this site, and approximate location. Passing
        your answers to a law firm or marketing partner for payment may count as a “sale” under California
        law. We do not knowingly sell the data of anyone under 16.
      </p>
      <p>
        To use these rights, write to <a href={`mailto:${email}`}>{email}</a> or call{" "}
        <PhoneLink phone={phone} />. We confirm a request within 10 business days and answer it within 45
        days. We may ask for details that show the request is yours. Someone you authorize can ask for you.
        Using your rights has no effect on how we treat you.
      </p>
    </section>
  );
}
