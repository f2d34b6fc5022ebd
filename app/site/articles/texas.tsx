import { injuryDeadline } from "../../../machines/site/filing-deadlines.ts";
import type { Article } from "../article.ts";
import { DeadlineForm } from "../deadline-form.tsx";
import { governmentNotice } from "../states/government-notices.ts";
import { inYears, leftOf10000, reportWords } from "../states/in-words.ts";
import { reportsOf } from "../states/reports.ts";
import { RuleTable } from "../states/rule-table.tsx";
import { factsInShort, stateHead } from "../states/state-article.tsx";
import { Cited, FactTable } from "./parts.tsx";

/** In more words than the other states; the facts are those of the same table. */
export const texas: Article = {
  ...stateHead("TX"),
  inShort: [
    ...factsInShort("TX"),
    `A claim against a city, county or state agency needs a written notice within ${governmentNotice("TX")!.within}.`,
  ],
  sections: [
    {
      heading: "The rules at a glance",
      body: (
        <RuleTable
          code="TX"
          more={[
            ["Damage to your car", "Two years to file a lawsuit.", "Tex. Civ. Prac. & Rem. Code § 16.003"],
          ]}
        />
      ),
    },
    {
      heading: "How long you have",
      body: (
        <>
          <p>
            For most crashes the {inYears(injuryDeadline("TX").years)} start on the day of the crash. If a
            person dies, the family’s time starts on the day of the death. If you miss the deadline, a court
            will almost always dismiss the case, however strong it is.
          </p>
          <p>
            There are a few exceptions. For example, the clock does not run while the injured person is under
            18 or of unsound mind <Cited at="CP 16.001" />. Do not count on an exception. Ask a lawyer what
            applies to you.
          </p>
          <p>Talking with an insurance company does not stop the clock. Only a lawsuit filed in time does.</p>
          <DeadlineForm only="TX" />
        </>
      ),
    },
    {
      heading: "If you share the blame",
      body: (
        <>
          <p>
            Texas calls its rule “proportionate responsibility”. Each person gets a share of the fault in
            percent. Your payment is reduced by your share <Cited at="CP 33.012" />. If your share is more
            than 50 percent, you get nothing.
          </p>
          <FactTable
            caption="An example with losses of $10,000"
            head={["Your share of the fault", "What is left"]}
            rows={leftOf10000("TX")}
          />
        </>
      ),
    },
    {
      heading: "Insurance in Texas",
      body: (
        <>
          <p>
            Texas is an at-fault state. The driver who caused the crash, or that driver’s insurance, pays for
            the harm. Your own policy may help too:
          </p>
          <ul>
            <li>
              <strong>Personal injury protection</strong> pays some medical bills and lost pay, whoever was at
              fault. It is part of every policy unless it was rejected in writing <Cited at="IN 1952.152" />.
            </li>
            <li>
              <strong>Uninsured motorist coverage</strong> helps if the other driver had no insurance or too
              little. It too is included unless it was rejected in writing <Cited at="IN 1952.101" />.
            </li>
          </ul>
          <p>Ask your insurer for the full policy, not only the card, to see what you have.</p>
        </>
      ),
    },
    {
      heading: "What to do at the scene",
      body: (
        <>
          <ul>
            <li>
              Stop, and stay. Leaving after someone was hurt is a crime <Cited at="TN 550.021" />.
            </li>
            <li>
              Give your name, address, license plate and insurance details, and get help for anyone who is
              hurt <Cited at="TN 550.023" />.
            </li>
            <li>{reportWords(reportsOf("TX")[0]!)}</li>
          </ul>
          <p>
            An officer who looks into a crash with an injury, a death or $1,000 or more in damage has to write
            a report within 10 days <Cited at="TN 550.062" />. People who were in the crash can ask for a copy{" "}
            <Cited at="TN 550.065" />.
          </p>
        </>
      ),
    },
    {
      heading: "If someone died",
      body: (
        <>
          <p>
            A surviving spouse, children and parents can bring a claim, together or each alone. If none of
            them has started one within three months, the person who handles the estate must do so, unless all
            of them ask that it not be done <Cited at="CP 71.004" />.
          </p>
          <p>A claim that the person had before death can pass on to the heirs and the estate as well.</p>
        </>
      ),
    },
    {
      heading: "Claims against a city, county or state agency",
      body: (
        <>
          <p>
            If a bus, a police car or another public vehicle hit you, special rules apply. The agency must get
            a notice in time. It has to say what harm was done, what happened, when and where{" "}
            <Cited at="CP 101.101" />.
          </p>
          <p>
            A city’s own charter can set a shorter time, so check right away. The law also caps what agencies
            pay <Cited at="CP 101.023" />.
          </p>
        </>
      ),
    },
  ],
};
