import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const elements: Article = {
  path: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
  name: "What you have to prove",
  title: "The four parts of a car accident case",
  description:
    "Duty, breach, cause and harm: the four things that have to be shown in a car accident case, and how people prove them.",
  inShort: [
    "You have to show four things: a duty, a breach, a cause and a harm.",
    "It is enough that each is more likely true than not.",
    "If one of the four is missing, the case fails.",
    "Proof from the first days, such as photos and medical records, counts most.",
  ],
  sections: [
    {
      heading: "The four parts",
      body: (
        <>
          <p>Most crash cases rest on negligence. That means: someone was not careful enough.</p>
          <FactTable
            caption="What has to be shown"
            head={["Part", "What it means"]}
            rows={[
              ["Duty", "The other person had to be careful. Every driver owes this to others on the road."],
              ["Breach", "They were not. For example, they ran a red light or looked at a phone."],
              ["Cause", "This is what led to the crash and to your injury."],
              ["Harm", "You lost something real: health, pay, a car, or more."],
            ]}
          />
          <p>
            The four parts belong together. A driver who speeds but hits nobody owes nobody money. A bad
            injury that nobody else caused gives no claim either.
          </p>
        </>
      ),
    },
    {
      heading: "How people prove a breach",
      body: (
        <ul>
          <li>the police report, and tickets that were given;</li>
          <li>photos and video, also from dash cams, shops and doorbells;</li>
          <li>people who saw it and have no side;</li>
          <li>marks on the road and where the cars were hit;</li>
          <li>phone records and data from the cars;</li>
          <li>what the drivers said at the scene.</li>
        </ul>
      ),
    },
    {
      heading: "How people prove cause and harm",
      body: (
        <>
          <p>
            The insurer may say that your pain is old or came from something else. Medical records answer that
            best. They show when it began and how it went on.
          </p>
          <ul>
            <li>See a doctor soon, and say that you were in a crash.</li>
            <li>Tell the doctor about old injuries too. A crash that made one worse can still count.</li>
            <li>Keep your visits. Gaps raise questions.</li>
            <li>Keep bills, pay slips and a short diary.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "Who can be at fault",
      body: (
        <ul>
          <li>another driver, or more than one;</li>
          <li>an employer, if its driver was at work;</li>
          <li>an owner who lent a car to someone unfit to drive;</li>
          <li>the maker of a faulty part, such as a tire or a brake;</li>
          <li>a public agency, for some dangerous roads, with short time limits;</li>
          <li>a bar, in some states, that served a drunk driver.</li>
        </ul>
      ),
    },
    {
      heading: "If part of the fault is yours",
      body: (
        <p>
          You may still have a claim. In most states your share only lowers what you are paid, at least up to
          a limit. In <a href="/car-accident-laws/texas/">Texas</a> that limit is 50 percent. In{" "}
          <a href="/car-accident-laws/california/">California</a> there is none. Do not decide on your own
          that it was all your fault. What looks clear on the day may look different later.
        </p>
      ),
    },
  ],
};
