import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const timeline: Article = {
  path: "/car-accident-lawsuits/timeline/",
  name: "Timeline",
  title: "How long does a car accident claim take?",
  description:
    "The stages of a car accident claim, from the first day to the payment, and how long each one often takes.",
  inShort: [
    "Simple claims can end within a few months. Claims with serious injuries or a fight over fault can take years.",
    "Most claims end in a settlement, without a trial.",
    "It’s rarely wise to settle before you know how fully you will recover.",
    "The deadline keeps running, even while you deal with an insurer.",
  ],
  sections: [
    {
      heading: "The stages at a glance",
      body: (
        <>
          <FactTable
            caption="Stages of a claim and how long they often take"
            head={["Stage", "How long"]}
            rows={[
              ["First steps: see a doctor, report the crash, notify insurers", "The first days"],
              ["Treatment until you recover or your condition is stable", "Weeks to many months"],
              ["Gathering records and bills", "Often one to three months"],
              ["Demand letter, and the insurer’s answer", "Often a few weeks to two months"],
              ["Settlement negotiations", "Weeks to months"],
              ["Lawsuit, if you can’t agree", "Often one to two years, or longer"],
              ["Payment after you settle", "Often two to six weeks"],
            ]}
          />
          <p>
            These are rough guides, not promises. Every claim is different, and courts in some places are much
            busier than in others.
          </p>
        </>
      ),
    },
    {
      heading: "The first days",
      body: (
        <ul>
          <li>See a doctor, and tell them everything that hurts.</li>
          <li>Tell your own insurer soon. Most policies require it.</li>
          <li>Ask for the police report. It’s often ready in a week or two.</li>
          <li>Save photos, the names of witnesses and every bill.</li>
        </ul>
      ),
    },
    {
      heading: "Before a lawsuit",
      body: (
        <>
          <p>
            While you heal, the insurers look into who was at fault. Your treatment ends, or a doctor can say
            what care you still need. Then it’s time to gather all records and bills. You or your lawyer send
            a demand letter. It says what happened, what it cost you and what you are asking for.
          </p>
          <p>
            The insurer can pay, say no or make a lower offer. Several rounds of offers are normal. Once you
            sign a release, the claim is over for good.
          </p>
        </>
      ),
    },
    {
      heading: "If there is a lawsuit",
      body: (
        <>
          <ol>
            <li>You file a complaint with the court, and it is served on the other side.</li>
            <li>The other side answers, often within about a month.</li>
            <li>Both sides ask for documents and question people under oath. This is called discovery.</li>
            <li>A neutral person may help both sides reach an agreement. This is called mediation.</li>
            <li>If there is still no agreement, a judge or jury decides at a trial.</li>
            <li>The side that loses may appeal, which takes more time.</li>
          </ol>
          <p>You can settle at any point, even during the trial.</p>
        </>
      ),
    },
    {
      heading: "What makes it faster or slower",
      body: (
        <FactTable
          equals
          caption="What changes the time it takes"
          head={["Often faster", "Often slower"]}
          rows={[
            ["It is clear who was at fault", "Each side blames the other"],
            ["You healed fully", "You still need care or won’t fully recover"],
            ["One insurer", "Several drivers, a company or a government agency"],
            ["Records are complete", "Records or bills are missing"],
          ]}
        />
      ),
    },
  ],
};
