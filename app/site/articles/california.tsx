import type { Article } from "../article.ts";
import { Cited, FactTable, RuleTable } from "./parts.tsx";

export const california: Article = {
  path: "/car-accident-laws/california/",
  name: "California",
  title: "California car accident laws in plain words",
  description:
    "Time limits, fault rules, insurance and reports after a car accident in California, each with its statute.",
  inShort: [
    "You have two years to file a lawsuit for an injury or a death.",
    "You can be paid even if most of the blame is yours. Your share is taken off.",
    "A claim against a public body must be filed within six months.",
    "Report the crash to the DMV within 10 days if anyone was hurt or the damage is over $1,000.",
  ],
  sections: [
    {
      heading: "The rules at a glance",
      body: (
        <RuleTable
          state="California"
          rules={[
            ["Injury", "Two years to file a lawsuit.", "CCP 335.1"],
            ["Death", "Two years from the day the person died.", "CCP 335.1"],
            ["Damage to your car", "Three years to file a lawsuit.", "CCP 338"],
            [
              "Shared fault",
              <>
                Your payment shrinks by your share of the fault, whatever that share is.{" "}
                <cite>Li v. Yellow Cab Co. (1975) 13 Cal.3d 804</cite>
              </>,
            ],
            [
              "Least insurance",
              "$30,000 for one person hurt or killed, $60,000 for all people in one crash, $15,000 for property, in policies that began or were renewed since January 1, 2025.",
              "INS 11580.1b",
              "VEH 16056",
            ],
            [
              "Report to the DMV",
              "Within 10 days, on form SR-1, if anyone was hurt or killed or damage is over $1,000.",
              "VEH 16000",
            ],
            ["Claim against the government", "Written claim within six months.", "GOV 911.2"],
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
            case down.
          </p>
          <p>
            There are exceptions. For example, the clock often stands still while the injured person is under
            18 <Cited at="CCP 352" />. That does not help with claims against public bodies. Ask a lawyer what
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
            California follows a rule called “pure comparative negligence”. Each person gets a share of the
            fault in percent. Yours is taken off what you are paid. There is no cut-off.
          </p>
          <FactTable
            caption="An example with losses of $10,000"
            head={["Your share of the fault", "What is left"]}
            rows={[
              ["0 percent", "$10,000"],
              ["20 percent", "$8,000"],
              ["50 percent", "$5,000"],
              ["80 percent", "$2,000"],
            ]}
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
            California is a fault state. The driver who caused the crash, or that driver’s insurance, pays for
            the harm.
          </p>
          <ul>
            <li>
              <strong>If the other driver had no insurance,</strong> look at your own policy. Insurers must
              offer cover for this, and you have it unless it was turned down in writing{" "}
              <Cited at="INS 11580.2" />.
            </li>
            <li>
              <strong>If your own car had no insurance,</strong> you can still claim for bills and lost pay.
              But as its owner or driver you mostly cannot claim for pain and suffering. There is an exception
              for the owner when the other driver is convicted of drunk driving for that crash{" "}
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
              Give your name, address and plate, and help anyone who is hurt <Cited at="VEH 20003" />.
            </li>
            <li>
              If someone was hurt or killed, a written report must reach the Highway Patrol or the city police
              within 24 hours <Cited at="VEH 20008" />. If an officer came, ask if their report covers this.
            </li>
            <li>
              Send form SR-1 to the DMV within 10 days. You must do this even if the crash was not your fault
              and even if the police wrote a report. Your insurance agent or lawyer can send it for you.
            </li>
          </ul>
        </>
      ),
    },
    {
      heading: "If someone died",
      body: (
        <p>
          The husband, wife or domestic partner and the children of the person can bring a claim. So can the
          children of a child who has died. If there are none of these descendants, others who would inherit
          can as well, such as parents. Parents and stepchildren also can if they depended on the person’s
          support <Cited at="CCP 377.60" />. The time limit is two years from the death.
        </p>
      ),
    },
    {
      heading: "Claims against a public body",
      body: (
        <>
          <p>
            A city bus hit you, or a bad road helped cause the crash? Before you can sue, you must file a
            written claim with the city, county or state agency. For injuries and for damage to a car you have
            six months <Cited at="GOV 911.2" />.
          </p>
          <p>
            If the claim is turned down in writing, you mostly have six months from that notice to sue{" "}
            <Cited at="GOV 945.6" />. If you missed the first date, you can ask to file late, but no later
            than one year after the crash <Cited at="GOV 911.4" />.
          </p>
        </>
      ),
    },
  ],
};
