import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const laws: Article = {
  path: "/car-accident-laws/",
  name: "Car accident laws",
  title: "Car accident laws: what changes from state to state",
  description:
    "Time limits, fault rules and insurance differ in every state. See what to look for, and read more on Texas and California.",
  inShort: [
    "As a rule, the law of the state where the crash happened counts, not that of your home.",
    "Time limits for a lawsuit run from one year to six years.",
    "In some states a small share of the blame costs you the whole claim. In others it only lowers the payment.",
    "Claims against a city, county or state have much shorter limits.",
  ],
  sections: [
    {
      heading: "Time limits",
      body: (
        <>
          <p>
            Every state sets a time within which you must file a lawsuit. It is called the statute of
            limitations. In most states it is two or three years for injuries from a crash. In a few it is
            only one year. If the time is over, the claim is as good as lost.
          </p>
          <p>Watch for these, because they often have their own limit:</p>
          <ul>
            <li>damage to your car or other property;</li>
            <li>the death of a family member;</li>
            <li>a crash with a bus, police car or other public vehicle;</li>
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
                "Pure comparative fault",
                "Your share is taken off, even if it is large. California works this way.",
              ],
              [
                "Comparative fault with a limit",
                "Your share is taken off, and above a limit you get nothing. Texas works this way: the limit is 50 percent. In some states you already get nothing at 50 percent.",
              ],
              [
                "Contributory negligence",
                "Any share of the blame can end the claim. Alabama, Maryland, North Carolina and Virginia work this way, with few exceptions.",
              ],
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
            In most states the driver who caused the crash pays, mostly through insurance. In no-fault states,
            such as Michigan and New York, your own insurance pays your first medical bills, whoever was to
            blame. There you can sue the other driver only if your injuries are serious enough.
          </p>
          <p>
            Nearly every state makes drivers carry insurance. The least amount is set by law and is often too
            small for a bad crash. Your own cover for uninsured drivers can then help.
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
          <li>Was a public vehicle or a public road part of it?</li>
        </ul>
      ),
    },
  ],
};
