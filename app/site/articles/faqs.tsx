import type { Article } from "../article.ts";

export const faqs: Article = {
  path: "/car-accident-lawsuits/faqs/",
  name: "FAQs",
  title: "Car accident claims: FAQs",
  description:
    "Short answers about deadlines, fault, money, insurance companies and lawyers after a car accident.",
  inShort: [
    "Don’t wait. Evidence disappears, and deadlines keep running.",
    "See a doctor first. Deal with money later.",
    "You can ask a lawyer and still decide not to hire one.",
  ],
  sections: [
    {
      heading: "The first days",
      questions: [
        {
          question: "What should I do first after a crash?",
          answer: [
            "Get to a safe place, call 911 if anyone is hurt, and stay at the scene. Exchange names, addresses, license plates and insurance details with the other driver, and take photos. See a doctor soon.",
          ],
        },
        {
          question: "I feel fine. Should I still see a doctor?",
          answer: [
            "Yes, if you can. Some injuries show up only hours or days later. An early visit is good for your health, and the record helps show that the crash caused the injury.",
          ],
        },
        {
          question: "There is no police report. Can I still make a claim?",
          answer: [
            "Yes. A report helps, but photos, witnesses and medical records can also prove what happened. Check whether your state requires you to report the crash yourself.",
          ],
        },
        {
          question: "Do I have to talk to the other driver’s insurance company?",
          answer: [
            "You usually don’t have to give the other driver’s insurer a recorded statement. If you do talk, stick to the facts and don’t guess. Your own policy may require you to cooperate with your own insurer.",
          ],
        },
      ],
    },
    {
      heading: "Time and fault",
      questions: [
        {
          question: "How long do I have to file a lawsuit?",
          answer: [
            "That usually depends on the state where the crash happened. For injuries, it is two or three years in most states. Our deadline calculator has every state.",
            "Claims against a city, county or state agency have much shorter deadlines. In Texas and California you have six months, and some Texas cities require notice sooner.",
          ],
        },
        {
          question: "What if I was partly at fault?",
          answer: [
            "In most states you can still be paid, but less. In Texas you get nothing if more than 50 percent of the fault is yours. In California your payment is reduced by your share of the fault, however large. In a few states, any fault can end the claim.",
          ],
        },
        {
          question: "What if the other driver had no insurance or left?",
          answer: [
            "Check your own policy for uninsured motorist coverage. It can pay for your injuries. Tell the police and your insurer right away, because many policies require a quick report.",
          ],
        },
      ],
    },
    {
      heading: "Money",
      questions: [
        {
          question: "How much is my claim worth?",
          answer: [
            "Nobody can say before the records are in. It depends on your injuries, your bills and lost pay, who was at fault, the evidence, and how much insurance there is. Be careful with anyone who names an amount right away.",
          ],
        },
        {
          question: "Who pays my medical bills while I wait?",
          answer: [
            "Often your health plan, or the medical coverage in your own car policy. Some doctors agree to wait until the claim is paid. The other driver’s insurer usually pays once, at the end.",
          ],
        },
        {
          question: "Should I take the first offer?",
          answer: [
            "Not before you know how fully you will recover and what you have lost. Once you sign a release, you can’t ask for more.",
          ],
        },
      ],
    },
    {
      heading: "Lawyers and this site",
      questions: [
        {
          question: "What does a lawyer cost?",
          answer: [
            "Most injury lawyers take a percentage of the money if you are paid, and no fee if you are not. The contract states the percentage and who pays costs. Read it, and ask questions before you sign.",
          ],
        },
        {
          question: "Will I have to go to court?",
          answer: ["Probably not. Most claims settle before a trial. But nobody can promise that."],
        },
        {
          question: "Is this site a law firm?",
          answer: [
            "No. We are not a law firm and don’t give legal advice. We ask a few questions and, if a law firm takes cases like yours, introduce you. Law firms and partners pay us. You don’t.",
          ],
        },
        {
          question: "Do I have to hire the firm you introduce me to?",
          answer: [
            "No. The first consultation is free, and you can say no or choose any other lawyer. We can’t promise that there is a firm for your case.",
          ],
        },
      ],
    },
  ],
};
