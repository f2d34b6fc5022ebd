import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const timeline: Article = {
  path: "/car-accident-lawsuits/timeline/",
  name: "Timeline",
  title: "How long does a car accident claim take?",
  description:
    "The stages of a car accident claim from the first day to the payment, and how long each of them often takes.",
  inShort: [
    "Simple claims can end within a few months. Claims with bad injuries or a fight over fault can take years.",
    "Most claims end with a settlement, without a trial.",
    "It is seldom wise to settle before you know how well you will heal.",
    "The legal time limit runs all the while, even while you talk with an insurer.",
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
              ["First steps: doctor, report, insurers told", "The first days"],
              ["Treatment until you are well, or as well as you will get", "Weeks to many months"],
              ["Records and bills are collected", "Often one to three months"],
              ["Demand letter, and the insurer’s answer", "Often a few weeks to two months"],
              ["Talks about a settlement", "Weeks to months"],
              ["Lawsuit, if there is no deal", "Often one to two years, or longer"],
              ["Payment after a deal", "Often two to six weeks"],
            ]}
          />
          <p>
            These are rough guides, not promises. Every claim is its own, and courts in some places are much
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
          <li>Tell your own insurer soon. Most policies ask for it.</li>
          <li>Ask for the police report. It is often ready after one or two weeks.</li>
          <li>Save photos, names of witnesses and every bill.</li>
        </ul>
      ),
    },
    {
      heading: "Before a lawsuit",
      body: (
        <>
          <p>
            While you heal, the insurers look into who was at fault. When your treatment is over, or a doctor
            can say what is still to come, all records and bills are put together. You or your lawyer then
            send a demand letter. It says what happened, what it cost you and what you ask for.
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
            <li>A complaint is filed with the court and handed to the other side.</li>
            <li>The other side answers, often within about a month.</li>
            <li>Both sides ask for papers and question people under oath. This is called discovery.</li>
            <li>A neutral person may try to bring both sides to a deal. This is called mediation.</li>
            <li>If there is still no deal, a judge or jury decides at a trial.</li>
            <li>The side that loses may appeal, and that takes more time.</li>
          </ol>
          <p>You can settle at any point on this way, even during the trial.</p>
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
            ["You healed fully", "You still need care, or will never be quite well"],
            ["One insurer", "Several drivers, a company or a public body"],
            ["All papers are there", "Records or bills are missing"],
          ]}
        />
      ),
    },
  ],
};
