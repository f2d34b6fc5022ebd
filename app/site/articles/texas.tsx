import type { Article } from "../article.ts";
import { Cited, FactTable, RuleTable } from "./parts.tsx";

export const texas: Article = {
  path: "/car-accident-laws/texas/",
  name: "Texas",
  title: "Texas car accident laws in plain words",
  description:
    "Time limits, fault rules, insurance and reports after a car accident in Texas, each with its statute.",
  inShort: [
    "You have two years to file a lawsuit for an injury or a death.",
    "You can be paid if you share the blame, up to and including 50 percent.",
    "A claim against a city, county or state agency needs a written notice within six months, and some cities ask for it sooner.",
    "Drivers must carry at least 30/60/25 in insurance.",
  ],
  sections: [
    {
      heading: "The rules at a glance",
      body: (
        <RuleTable
          state="Texas"
          rules={[
            ["Injury", "Two years to file a lawsuit.", "CP 16.003"],
            ["Death", "Two years from the day the person died.", "CP 16.003"],
            ["Damage to your car", "Two years to file a lawsuit.", "CP 16.003"],
            ["Shared fault", "Nothing is paid if you are more than 50 percent at fault.", "CP 33.001"],
            [
              "Least insurance",
              "$30,000 for one person hurt, $60,000 for all people hurt in one crash, $25,000 for property.",
              "TN 601.072",
            ],
            [
              "Report to the police",
              "At once if someone is hurt or killed, or a car cannot be driven safely.",
              "TN 550.026",
            ],
            [
              "Claim against the government",
              "Written notice within six months, or sooner in some cities.",
              "CP 101.101",
            ],
          ]}
        />
      ),
    },
    {
      heading: "How long you have",
      body: (
        <>
          <p>
            For most crashes the two years start on the day of the crash. If a person dies, the family’s two
            years start on the day of the death. Once the time is over, a court will almost always turn the
            case down, however strong it is.
          </p>
          <p>
            There are a few exceptions. For example, the clock does not run while the injured person is under
            18 or of unsound mind <Cited at="CP 16.001" />. Do not count on an exception. Ask a lawyer what
            applies to you.
          </p>
          <p>Talking with an insurance company does not stop the clock. Only a lawsuit filed in time does.</p>
        </>
      ),
    },
    {
      heading: "If you share the blame",
      body: (
        <>
          <p>
            Texas calls its rule “proportionate responsibility”. Each person gets a share of the fault in
            percent. Your payment shrinks by your own share <Cited at="CP 33.012" />. If your share is more
            than 50 percent, you get nothing.
          </p>
          <FactTable
            caption="An example with losses of $10,000"
            head={["Your share of the fault", "What is left"]}
            rows={[
              ["0 percent", "$10,000"],
              ["20 percent", "$8,000"],
              ["50 percent", "$5,000"],
              ["51 percent", "Nothing"],
            ]}
          />
        </>
      ),
    },
    {
      heading: "Insurance in Texas",
      body: (
        <>
          <p>
            Texas is a fault state. The driver who caused the crash, or that driver’s insurance, pays for the
            harm. Your own policy may help too:
          </p>
          <ul>
            <li>
              <strong>Personal injury protection</strong> pays some medical bills and lost pay, whoever was at
              fault. It is part of every policy unless it was turned down in writing{" "}
              <Cited at="IN 1952.152" />.
            </li>
            <li>
              <strong>Uninsured motorist cover</strong> helps if the other driver had no insurance or too
              little. It too is included unless it was turned down in writing <Cited at="IN 1952.101" />.
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
              Give your name, address, plate and insurer, and get help for anyone who is hurt{" "}
              <Cited at="TN 550.023" />.
            </li>
            <li>
              Call the police at once if someone is hurt or killed, or if a car cannot be driven safely.
            </li>
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
            The husband or wife, the children and the parents of the person can bring a claim, together or
            each alone. If none of them has started one within three months, the person who handles the estate
            must do so, unless all of them ask that it not be done <Cited at="CP 71.004" />.
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
            a notice within six months. It has to say what harm was done, what happened, when and where{" "}
            <Cited at="CP 101.101" />.
          </p>
          <p>
            A city’s own charter can set a shorter time, so check right away. The law also caps what public
            bodies pay <Cited at="CP 101.023" />.
          </p>
        </>
      ),
    },
  ],
};
