import { injuryDeadline } from "../../../machines/site/filing-deadlines.ts";
import type { Article } from "../article.ts";
import { DeadlineForm } from "../deadline-form.tsx";
import { governmentNotice } from "../states/government-notices.ts";
import { inYears, leftOf10000 } from "../states/in-words.ts";
import { reportsOf } from "../states/reports.ts";
import { RuleTable } from "../states/rule-table.tsx";
import { factsInShort, stateHead } from "../states/state-article.tsx";
import { Cited, FactTable } from "./parts.tsx";

/** In more words than the other states; the facts are those of the same table. */
export const california: Article = {
  ...stateHead("CA"),
  inShort: [
    ...factsInShort("CA"),
    `A claim against a government agency must be filed within ${governmentNotice("CA")!.within}.`,
  ],
  sections: [
    {
      heading: "The rules at a glance",
      body: (
        <RuleTable
          code="CA"
          more={[["Damage to your car", "Three years to file a lawsuit.", "Cal. Code Civ. Proc. § 338"]]}
        />
      ),
    },
    {
      heading: "How long you have",
      body: (
        <>
          <p>
            For most crashes the {inYears(injuryDeadline("CA").years)} start on the day of the crash. If a
            person dies, the family’s time starts on the day of the death. If you miss the deadline, a court
            will almost always dismiss the case.
          </p>
          <p>
            There are exceptions. For example, the clock is often paused while the injured person is under 18{" "}
            <Cited at="CCP 352" />. That does not help with claims against government agencies. Ask a lawyer
            what applies to you.
          </p>
          <p>Talking with an insurance company does not stop the clock. Only a lawsuit filed in time does.</p>
          <DeadlineForm only="CA" />
        </>
      ),
    },
    {
      heading: "If you share the blame",
      body: (
        <>
          <p>
            California follows a rule called “pure comparative negligence”. Each person gets a share of the
            fault in percent. Your payment is reduced by your share, however large. There is no cut-off.
          </p>
          <FactTable
            caption="An example with losses of $10,000"
            head={["Your share of the fault", "What is left"]}
            rows={leftOf10000("CA")}
          />
          <p>
            If several people caused the crash, each pays for pain and suffering only by their own share{" "}
            <Cited at="CIV 1431.2" />.
          </p>
        </>
      ),
    },
    {
      heading: "Insurance in California",
      body: (
        <>
          <p>
            California is an at-fault state. The driver who caused the crash, or that driver’s insurance, pays
            for the harm.
          </p>
          <ul>
            <li>
              <strong>If the other driver had no insurance,</strong> look at your own policy. Insurers must
              offer coverage for this, and you have it unless it was rejected in writing{" "}
              <Cited at="INS 11580.2" />.
            </li>
            <li>
              <strong>If your own car had no insurance,</strong> you can still claim for bills and lost pay.
              But as its owner or driver you usually cannot claim for pain and suffering. There is an
              exception for the owner when the other driver is convicted of drunk driving for that crash{" "}
              <Cited at="CIV 3333.4" />.
            </li>
          </ul>
        </>
      ),
    },
    {
      heading: "Stopping and reporting",
      body: (
        <>
          <ul>
            <li>
              Stop, and stay. Leaving after someone was hurt is a crime <Cited at="VEH 20001" />.
            </li>
            <li>
              Give your name, address and license plate, and help anyone who is hurt <Cited at="VEH 20003" />.
            </li>
            <li>
              If someone was hurt or killed, a written report must reach the Highway Patrol or the city police
              within 24 hours <Cited at="VEH 20008" />. If an officer came, ask if their report covers this.
            </li>
            <li>
              Send form SR-1 to the DMV within {reportsOf("CA")[0]!.within}. You must do this even if the
              crash was not your fault and even if the police wrote a report. Your insurance agent or lawyer
              can send it for you.
            </li>
          </ul>
        </>
      ),
    },
    {
      heading: "If someone died",
      body: (
        <p>
          A surviving spouse or domestic partner and the children can bring a claim. So can the children of a
          child who has died. If there are none of these descendants, others who would inherit can as well,
          such as parents. Parents and stepchildren also can if they depended on the person’s support{" "}
          <Cited at="CCP 377.60" />.
        </p>
      ),
    },
    {
      heading: "Claims against a government agency",
      body: (
        <>
          <p>
            A city bus hit you, or a bad road helped cause the crash? Before you can sue, you must file a
            written claim with the city, county or state agency. For injuries and for damage to a car you have{" "}
            {governmentNotice("CA")!.within} <Cited at="GOV 911.2" />.
          </p>
          <p>
            If the claim is rejected in writing, you usually have six months from that notice to sue{" "}
            <Cited at="GOV 945.6" />. If you missed the first date, you can ask to file late, but no later
            than one year after the crash <Cited at="GOV 911.4" />.
          </p>
        </>
      ),
    },
  ],
};
