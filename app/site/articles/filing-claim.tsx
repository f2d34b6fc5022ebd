import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const filingClaim: Article = {
  path: "/car-accident-lawsuits/filing-claim/",
  name: "Filing a claim",
  title: "How to file a car accident claim, step by step",
  description:
    "Whose insurance pays, what papers to collect, how to handle an adjuster, and what to do if the answer is no.",
  inShort: [
    "In most states, you file a claim with the at-fault driver’s insurer. Your own policy may pay too.",
    "Report the crash soon, but take your time before you settle.",
    "Write everything down: dates, names, claim numbers and what people said.",
    "If an insurer says no, that isn’t the end.",
  ],
  sections: [
    {
      heading: "Whose insurance pays",
      body: (
        <FactTable
          caption="Where to turn first"
          head={["What happened", "Where to file"]}
          rows={[
            ["The other driver was at fault", "That driver’s insurer. In a no-fault state, your own first."],
            ["The other driver had no insurance", "Your own uninsured motorist coverage, if you have it"],
            [
              "The other driver left the scene",
              "The same. Report it to the police right away. Many policies require it.",
            ],
            ["You were at fault", "Your own policy, if it covers your car and medical bills"],
            ["You were a passenger", "Either driver’s insurer, and maybe your own"],
            ["You were hurt while working", "Workers’ compensation, and maybe the other driver’s insurer"],
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
          <li>the other driver’s name, license plate, insurer and policy number;</li>
          <li>medical records, bills and pharmacy receipts;</li>
          <li>proof of your pay and of the days you missed;</li>
          <li>repair estimates, towing and rental car bills;</li>
          <li>your own policy, every page;</li>
          <li>a short diary of how you feel and what you can’t do.</li>
        </ul>
      ),
    },
    {
      heading: "The steps",
      body: (
        <ol>
          <li>Tell your own insurer about the crash, even if you were not at fault.</li>
          <li>Open a claim with the other driver’s insurer. Write down the claim number.</li>
          <li>Let them inspect the car, and get your own estimate.</li>
          <li>Follow your doctor’s plan, and keep every bill.</li>
          <li>When you know how fully you will recover, add up what you lost.</li>
          <li>Send a demand letter with copies of your evidence. Keep the originals.</li>
          <li>Compare the offer with your list. You can say no and ask for the reasons in writing.</li>
          <li>Sign only when you are sure. A release ends the claim.</li>
        </ol>
      ),
    },
    {
      heading: "Dealing with an adjuster",
      body: (
        <>
          <p>
            An adjuster works for the insurance company. Most are friendly, but their job is to pay no more
            than they have to.
          </p>
          <ul>
            <li>Give facts: where, when, which cars. Don’t guess about speed or blame.</li>
            <li>Don’t say “I’m fine.” Say that you’re being treated, or that you will see a doctor.</li>
            <li>
              You usually don’t have to give the other driver’s insurer a recorded statement. Your own policy
              may require you to cooperate with your own insurer.
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
            <li>Ask for the reason in writing, and for the part of the policy it is based on.</li>
            <li>Send what is missing, such as a record or a witness statement.</li>
            <li>File a complaint with your state’s insurance department. It’s free.</li>
            <li>For a small amount, consider small claims court. You don’t need a lawyer there.</li>
            <li>Ask a lawyer about a lawsuit while there is still time.</li>
          </ul>
          <p>
            Look up your state’s deadline early. Our pages on <a href="/car-accident-laws/texas/">Texas</a>{" "}
            and <a href="/car-accident-laws/california/">California</a> list the rules and link to the
            statutes.
          </p>
        </>
      ),
    },
  ],
};
