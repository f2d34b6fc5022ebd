import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const settlements: Article = {
  path: "/car-accident-lawsuits/settlements/",
  name: "Settlements",
  title: "Car accident settlements: what they cover",
  description:
    "What a settlement can pay for, what lowers it, what comes out of it at the end, and what to check before you sign.",
  inShort: [
    "A settlement is an agreement: you get money now, and the claim is over for good.",
    "It can cover bills, lost pay, damage and pain. There is no set price for an injury.",
    "Fault, evidence and insurance limits matter most.",
    "Fees, costs and unpaid bills come out before you get your part.",
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
            ["Lost pay", "Pay stubs, a letter from your employer, tax returns"],
            ["Less income in the future", "A doctor’s or expert’s opinion"],
            ["Your car and the things in it", "Estimates, receipts, photos"],
            ["Pain and loss of enjoyment of life", "Records, a diary, people who know you"],
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
              <strong>How badly you were hurt,</strong> and whether you will fully recover.
            </li>
            <li>
              <strong>Who was at fault.</strong> In most states, your own share of the fault lowers the
              payment. In some, it ends the claim.
            </li>
            <li>
              <strong>How good the evidence is.</strong> Insurers often point to a gap between the crash and
              your first visit to a doctor.
            </li>
            <li>
              <strong>How much insurance there is.</strong> An insurer usually pays no more than the policy
              limit, and few drivers can pay much on their own.
            </li>
          </ul>
          <p>
            Be careful with online calculators, and with anyone who names an amount before reading your
            records. They can’t know.
          </p>
        </>
      ),
    },
    {
      heading: "What comes out of it",
      body: (
        <>
          <p>The settlement amount is not what you take home. These are usually paid first:</p>
          <ul>
            <li>the lawyer’s fee, if you have one, as a percentage set in your contract;</li>
            <li>the costs of the case, such as court fees, records and experts;</li>
            <li>unpaid medical bills;</li>
            <li>
              money that your health plan, Medicare or Medicaid paid for this injury and has a right to get
              back.
            </li>
          </ul>
          <p>Ask for a written list of all of these before you say yes. Some can be negotiated down.</p>
        </>
      ),
    },
    {
      heading: "Taxes",
      body: (
        <p>
          Money for a physical injury is generally not taxed by the federal government. Interest and punitive
          damages are. Lost pay and other parts can be special cases, so ask a tax professional. The rule is
          in <cite>26 U.S.C. § 104(a)(2)</cite>.
        </p>
      ),
    },
    {
      heading: "Before you sign",
      body: (
        <>
          <ol>
            <li>Do you know how fully you will recover? You can’t ask for more later.</li>
            <li>Have you read the release? Does it cover only what you mean to give up?</li>
            <li>Do you know what you will have left after fees, costs and bills?</li>
            <li>Is your deadline close? Don’t let negotiations run past it.</li>
            <li>Has someone on your side read it? Many lawyers review an offer in a free consultation.</li>
          </ol>
          <p>
            A quick first offer is not always a bad one. But it comes before all costs are known, and the
            insurer wants to close the file.
          </p>
        </>
      ),
    },
  ],
};
