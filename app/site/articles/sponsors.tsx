import type { Article } from "../article.ts";
import styles from "./service.module.css";
import { WhoPays } from "./who-pays.tsx";

export const sponsors: Article = {
  path: "/sponsors/",
  isAboutUs: true,
  name: "Sponsoring attorneys",
  title: "Sponsoring attorneys: who pays for this site",
  description:
    "What sponsoring attorneys are, how a firm is matched with you, and how to check a lawyer before you hire one.",
  inShort: [
    "Sponsoring attorneys are lawyers and law firms that share the cost of this advertising.",
    "Their payment doesn’t mean we endorse or recommend them.",
    "A match depends on your answers and on which firms take part.",
    "Check any lawyer yourself before you sign. It takes a few minutes and is free.",
  ],
  sections: [
    {
      heading: "What sponsoring attorneys are",
      body: (company) => (
        <>
          <p>
            This site and its advertising cost money. Lawyers and law firms that want to hear from people hurt
            in accidents share that cost. This is called joint advertising.
          </p>
          <WhoPays {...company} />
          <p>
            {company.siteName} is not a law firm or part of one. Each lawyer is independent and responsible
            for their own work. We do not direct it or take part in it.
          </p>
        </>
      ),
    },
    {
      heading: "Firms that take part",
      body: (_company, { firms = [] }) =>
        firms.length > 0 ? (
          <>
            <p>These firms take part today. Each name leads to the firm’s record at its bar.</p>
            <ul>
              {firms.map(({ name, city, barRecord }) => (
                <li key={name}>
                  <a href={barRecord}>{name}</a>, {city}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            We do not list the firms here. Before you pay or sign anything, ask the caller for the name of the
            firm and the lawyer. Then look both up at your state’s bar.
          </p>
        ),
    },
    {
      heading: "What their payment means for you",
      body: (
        <ul>
          <li>You pay us nothing, whether you hire someone or not.</li>
          <li>
            We can introduce you only to firms and partners that take part. There are many others, and you are{" "}
            <a href="/where-to-turn/">free to ask them</a>.
          </li>
          <li>We do not rank lawyers, and we do not say who is better.</li>
          <li>
            Hiring a lawyer is an important decision. Don’t base it on advertising alone, and that includes
            ours.
          </li>
        </ul>
      ),
    },
    {
      heading: "How a firm is matched",
      body: (
        <>
          <p>Each firm says which cases it takes and where. Your answers are compared with that:</p>
          <ul>
            <li>where you live, by ZIP code;</li>
            <li>when the crash happened;</li>
            <li>who was at fault;</li>
            <li>whether you were hurt and treated;</li>
            <li>whether you already have a lawyer.</li>
          </ul>
          <p>
            If there is a match, the firm or a partner may call or text you, as you agreed in the form. If
            there is none, that says nothing about your rights. Another lawyer may see it differently.
          </p>
        </>
      ),
    },
    {
      heading: "How to check a lawyer yourself",
      body: (
        <ul className={styles.toDo}>
          <li>
            Look up the name at your state’s bar or supreme court. It shows whether the license is active and,
            in many states, any discipline.
          </li>
          <li>Ask how many cases like yours they have worked on.</li>
          <li>Ask who will do the work, and how you can reach that person.</li>
          <li>Ask what the fee is, when it goes up, and who pays the costs if you lose.</li>
          <li>Read the contract at home, and ask about what you do not understand.</li>
        </ul>
      ),
    },
    {
      heading: "For law firms",
      body: (
        <p>
          Would your firm like to take part? Write to us through the <a href="/contact/">contact form</a>.
        </p>
      ),
    },
  ],
};
