import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const filingClaim: Article = {
  path: "/car-accident-lawsuits/filing-claim/",
  name: "Filing a claim",
  title: "How to file a car accident claim, step by step",
  description:
    "Whose insurance to ask, which papers to collect, how to talk with an adjuster, and what to do if the answer is no.",
  inShort: [
    "In most states you claim from the insurer of the driver at fault. Your own policy may pay as well.",
    "Report the crash soon, but take your time before you settle.",
    "Write everything down: dates, names, claim numbers and what was said.",
    "If an insurer says no, that is not the end.",
  ],
  sections: [
    {
      heading: "Whose insurance pays",
      body: (
        <FactTable
          caption="Where to turn first"
          head={["What happened", "Where to claim"]}
          rows={[
            ["The other driver was at fault", "That driver’s insurer. In a no-fault state, your own first."],
            ["The other driver had no insurance", "Your own uninsured motorist cover, if you have it"],
            [
              "The other driver fled",
              "The same. Report it to the police right away; many policies ask for it.",
            ],
            ["You were at fault", "Your own policy, for your car and medical bills, if it covers them"],
            ["You rode as a passenger", "The insurer of either driver, and perhaps your own"],
            ["You were hurt while working", "Workers’ compensation, and perhaps the other driver’s insurer"],
          ]}
        />
      ),
    },
    {
      heading: "Papers to collect",
      body: (
        <ul>
          <li>the police report, or its number;</li>
          <li>photos and the names of witnesses;</li>
          <li>the other driver’s name, plate, insurer and policy number;</li>
          <li>medical records, bills and receipts for medicine;</li>
          <li>proof of your pay and of the days you missed;</li>
          <li>repair estimates, towing and rental car bills;</li>
          <li>your own policy, all pages of it;</li>
          <li>a short diary of how you feel and what you cannot do.</li>
        </ul>
      ),
    },
    {
      heading: "The steps",
      body: (
        <ol>
          <li>Tell your own insurer about the crash, even if you were not at fault.</li>
          <li>Open a claim with the other driver’s insurer. Write down the claim number.</li>
          <li>Let them see the car, and get an estimate of your own.</li>
          <li>Follow your doctor’s plan, and keep all bills.</li>
          <li>When you know how you have healed, add up what you lost.</li>
          <li>Send a demand letter with copies of your proof. Keep the originals.</li>
          <li>Compare the offer with your list. You can say no and ask for reasons in writing.</li>
          <li>Sign only when you are sure. A release ends the claim.</li>
        </ol>
      ),
    },
    {
      heading: "Talking with an adjuster",
      body: (
        <>
          <p>
            An adjuster works for the insurer. Most are friendly, and their job is to pay no more than they
            have to.
          </p>
          <ul>
            <li>Give facts: where, when, which cars. Do not guess about speed or blame.</li>
            <li>Do not say “I’m fine”. Say that you are being treated, or will see a doctor.</li>
            <li>
              You mostly do not have to let the other driver’s insurer record you. Your own policy may ask you
              to work with your own insurer.
            </li>
            <li>Give records about this injury, not your whole medical history.</li>
            <li>Ask for every offer in writing.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "If the insurer says no, or offers too little",
      body: (
        <>
          <ul>
            <li>Ask for the reason in writing, and which part of the policy it rests on.</li>
            <li>Send what is missing, such as a record or a witness’s words.</li>
            <li>Complain to your state’s insurance department. It is free.</li>
            <li>For a small sum, look at small claims court. You need no lawyer there.</li>
            <li>Talk to a lawyer about a lawsuit while there is still time.</li>
          </ul>
          <p>
            Look up your state’s time limit early. Pages on <a href="/car-accident-laws/texas/">Texas</a> and{" "}
            <a href="/car-accident-laws/california/">California</a> have the rules with their statutes.
          </p>
        </>
      ),
    },
  ],
};
