import type { Article } from "../article.ts";

export const faqs: Article = {
  path: "/car-accident-lawsuits/faqs/",
  name: "Questions and answers",
  title: "Car accident claims: questions and answers",
  description: "Short answers on time limits, fault, money, insurers and lawyers after a car accident.",
  inShort: [
    "Do not wait: proof fades and time limits run.",
    "See a doctor first, and talk about money later.",
    "You can ask a lawyer and still decide not to hire one.",
  ],
  sections: [
    {
      heading: "The first days",
      questions: [
        {
          question: "What should I do first after a crash?",
          answer: [
            "Get to a safe place, call 911 if anyone is hurt, and stay at the scene. Trade names and insurance details with the other driver, and take photos. See a doctor soon.",
          ],
        },
        {
          question: "I feel fine. Should I still see a doctor?",
          answer: [
            "Yes, if you can. Some injuries only show after hours or days. An early visit is good for your health, and the record shows that the injury came from the crash.",
          ],
        },
        {
          question: "There is no police report. Can I still make a claim?",
          answer: [
            "Yes. A report helps, but photos, witnesses and medical records can prove what happened as well. Check if your state asks you to report the crash yourself.",
          ],
        },
        {
          question: "Do I have to talk to the other driver’s insurer?",
          answer: [
            "You mostly do not have to let them record you. If you do talk, stick to facts and do not guess. Your own policy may ask you to work with your own insurer.",
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
            "That depends on the state where the crash happened. It is two years for injuries in Texas and in California. In most states it is two or three years, in a few only one.",
            "Claims against a city, county or state agency have much shorter limits. In Texas and California you have six months, and some Texas cities ask for notice sooner.",
          ],
        },
        {
          question: "What if I was partly at fault?",
          answer: [
            "In most states you can still be paid, but less. In Texas you get nothing if more than 50 percent of the fault is yours. In California your share is taken off, however large it is. In a few states any fault can end the claim.",
          ],
        },
        {
          question: "What if the other driver had no insurance or fled?",
          answer: [
            "Look at your own policy for uninsured motorist cover. It can pay for your injuries. Tell the police and your insurer at once, because many policies ask for a quick report.",
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
            "Nobody can say before the records are in. It depends on your injuries, your bills and lost pay, who was at fault, the proof, and how much insurance there is. Be careful with anyone who names a sum right away.",
          ],
        },
        {
          question: "Who pays my medical bills while I wait?",
          answer: [
            "Often your health plan, or medical cover in your own car policy. Some doctors agree to wait until the claim is paid. The other driver’s insurer mostly pays once, at the end.",
          ],
        },
        {
          question: "Should I take the first offer?",
          answer: [
            "Not before you know how well you will heal and what you have lost. Once you sign a release, you cannot ask for more.",
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
            "Most injury lawyers take a share of the money if you are paid, and no fee if you are not. The share and the rules on costs stand in the contract. Read it and ask before you sign.",
          ],
        },
        {
          question: "Will I have to go to court?",
          answer: ["Probably not. Most claims end with a deal before a trial. But nobody can promise that."],
        },
        {
          question: "Is this site a law firm?",
          answer: [
            "No. We are not a law firm and give no legal advice. We ask a few questions and, if your answers fit, connect you with a law firm. Law firms and partners pay us. You do not.",
          ],
        },
        {
          question: "Do I have to hire the firm you match me with?",
          answer: [
            "No. The first talk is free, and you can say no or choose any other lawyer. We cannot promise that there is a firm for your case.",
          ],
        },
      ],
    },
  ],
};
