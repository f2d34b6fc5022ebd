import type { Article } from "../article.ts";
import { deadlinePath } from "../deadline-form.tsx";
import { StatesTable } from "../states/states-table.tsx";
import { FactTable } from "./parts.tsx";

export const laws: Article = {
  path: "/car-accident-laws/",
  name: "Car accident laws",
  title: "Car accident laws in all 50 states",
  description:
    "Deadlines for a lawsuit, fault rules and minimum insurance in all 50 states and Washington, D.C., with a guide to each.",
  inShort: [
    "The law of the state where the crash happened usually applies, not your home state’s.",
    "Deadlines for an injury lawsuit run from one year to six years.",
    "In some states a small share of the blame costs you the whole claim. In others it only lowers the payment.",
    "Claims against a city, county or state have much shorter deadlines.",
  ],
  cards: [],
  sections: [
    {
      heading: "All states at a glance",
      body: (
        <>
          <p>
            Find the state where the crash happened. Each name leads to a guide with the statutes. The two
            columns in the middle show how long you have to sue for an injury, and how much of the fault may
            be yours.
          </p>
          <p>
            Do you know the date of the crash? <a href={deadlinePath}>Find your last day to file</a> with our
            deadline calculator.
          </p>
          <StatesTable />
        </>
      ),
    },
    {
      heading: "Time limits",
      body: (
        <>
          <p>
            Every state sets a time within which you must file a lawsuit. It is called the statute of
            limitations. In most states it is two or three years for injuries from a crash. If you miss the
            deadline, you almost always lose the right to sue.
          </p>
          <p>Watch for these, because they often have their own limit:</p>
          <ul>
            <li>damage to your car or other property;</li>
            <li>the death of a family member;</li>
            <li>a crash with a bus, police car or other government vehicle;</li>
            <li>claims under your own insurance policy.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "Fault rules",
      body: (
        <>
          <p>If more than one driver made a mistake, the state’s fault rule decides who is paid what.</p>
          <FactTable
            caption="The main fault rules"
            head={["Rule", "What it means"]}
            rows={[
              [
                "Pure comparative fault (any share)",
                "Your payment is reduced by your share, even if it is large. California works this way.",
              ],
              [
                "Modified comparative fault (under 50%, or up to 50%)",
                "Your payment is reduced by your share, and above a limit you get nothing. In Texas half of the fault is still allowed. In some states you already get nothing at 50 percent.",
              ],
              [
                "Contributory negligence (none)",
                "Any share of the blame can end the claim. Alabama, Maryland, North Carolina, Virginia and Washington, D.C., work this way, with few exceptions.",
              ],
              ["Slight fault", "In South Dakota you are paid only if your own fault was slight."],
            ]}
          />
        </>
      ),
    },
    {
      heading: "Fault and no-fault insurance",
      body: (
        <>
          <p>
            In most states the driver who caused the crash pays, usually through insurance. In no-fault
            states, such as Michigan and New York, your own insurance pays your first medical bills, whoever
            was to blame. There you can sue the other driver only if your injuries are serious enough.
          </p>
          <p>
            Nearly every state makes drivers carry insurance. Three numbers show the minimum, in thousands of
            dollars: for one person hurt, for all people hurt in one crash, and for property. It is often too
            small for a bad crash. Your own uninsured motorist coverage can then help.
          </p>
        </>
      ),
    },
    {
      heading: "What to find out about your state",
      body: (
        <ul>
          <li>How long do I have to sue, and when did the clock start?</li>
          <li>Do I have to report the crash, to whom, and how soon?</li>
          <li>What happens if I was partly at fault?</li>
          <li>Does my own insurance pay first?</li>
          <li>Was a government vehicle or a public road part of it?</li>
        </ul>
      ),
    },
  ],
};
