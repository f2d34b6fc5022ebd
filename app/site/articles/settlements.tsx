import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const settlements: Article = {
  path: "/car-accident-lawsuits/settlements/",
  name: "Settlements",
  title: "Car accident settlements: what they cover",
  description:
    "What a settlement can pay for, what lowers it, what is taken off at the end, and what to check before you sign.",
  inShort: [
    "A settlement is a deal: money now, and the claim is over for good.",
    "It can cover bills, lost pay, damage, and pain. There is no fixed price for an injury.",
    "Fault, proof and the insurance limits decide most of the outcome.",
    "Fees, costs and unpaid bills are taken off before you get your part.",
  ],
  sections: [
    {
      heading: "What a settlement can pay for",
      body: (
        <FactTable
          caption="Kinds of loss and what proves them"
          head={["Loss", "What proves it"]}
          rows={[
            ["Medical care so far", "Bills and records"],
            ["Care you will still need", "A doctor’s written opinion"],
            ["Lost pay", "Pay slips, a letter from your employer, tax returns"],
            ["Less income in the future", "A doctor’s or expert’s opinion"],
            ["Your car and things in it", "Estimates, receipts, photos"],
            ["Pain and loss of joy in life", "Records, a diary, people who know you"],
          ]}
        />
      ),
    },
    {
      heading: "What decides the amount",
      body: (
        <>
          <ul>
            <li>
              <strong>How badly you were hurt,</strong> and whether you will heal.
            </li>
            <li>
              <strong>Who was at fault.</strong> In most states your own share lowers the payment. In some it
              ends the claim.
            </li>
            <li>
              <strong>How good the proof is.</strong> A gap between the crash and the first doctor’s visit is
              often used against you.
            </li>
            <li>
              <strong>How much insurance there is.</strong> An insurer does not pay more than its policy’s
              limit, and few drivers can pay much on their own.
            </li>
          </ul>
          <p>
            Be careful with online tools and with anyone who names a sum before reading your records. They
            cannot know.
          </p>
        </>
      ),
    },
    {
      heading: "What is taken off",
      body: (
        <>
          <p>The sum in the deal is not the sum in your hand. As a rule, these are paid first:</p>
          <ul>
            <li>the lawyer’s fee, if you have a lawyer, as a share set in your contract;</li>
            <li>costs of the case, such as court fees, records and experts;</li>
            <li>medical bills that are still open;</li>
            <li>
              money that your health plan, Medicare or Medicaid paid for this injury and has a right to get
              back.
            </li>
          </ul>
          <p>Ask for a written list of all of these before you say yes. Some of them can be talked down.</p>
        </>
      ),
    },
    {
      heading: "Taxes",
      body: (
        <p>
          Money for a physical injury is mostly free of federal income tax. Interest and punitive damages are
          not. Lost pay and other parts can be special cases, so ask a tax adviser. The rule is in{" "}
          <cite>26 U.S.C. § 104(a)(2)</cite>.
        </p>
      ),
    },
    {
      heading: "Before you sign",
      body: (
        <>
          <ol>
            <li>Do you know how well you will heal? You cannot ask for more later.</li>
            <li>Have you read the release, and does it name only what you mean to give up?</li>
            <li>Do you know what you will have left after fees, costs and bills?</li>
            <li>Is your time limit close? Then do not let talks run past it.</li>
            <li>Has someone on your side read it? Many lawyers look at an offer in a free first talk.</li>
          </ol>
          <p>
            A quick first offer is not always a bad one. But it is made before all costs are known, and it is
            the insurer’s wish to close the file.
          </p>
        </>
      ),
    },
  ],
};
