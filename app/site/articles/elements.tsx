import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const elements: Article = {
  path: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
  name: "What you have to prove",
  title: "What you have to prove in a car accident case",
  description:
    "Duty, breach, cause and harm: the four elements of a car accident case, and how people prove them.",
  inShort: [
    "You have to prove four things: duty, breach, cause and harm. Lawyers call them elements.",
    "It’s enough if each is more likely true than not.",
    "If one of the four is missing, the case fails.",
    "Evidence from the first days, such as photos and medical records, counts most.",
  ],
  sections: [
    {
      heading: "The four elements",
      body: (
        <>
          <p>Most crash cases are about negligence. That means someone was not careful enough.</p>
          <FactTable
            caption="What you have to prove"
            head={["Element", "What it means"]}
            rows={[
              ["Duty", "The other person had to be careful. Every driver owes this to others on the road."],
              ["Breach", "They weren’t careful. For example, they ran a red light or looked at a phone."],
              ["Cause", "That is what led to the crash and to your injury."],
              ["Harm", "You lost something real: health, pay, a car, or more."],
            ]}
          />
          <p>
            You need all four. A driver who speeds but hits nobody owes nobody money. And there is no claim
            for an injury, however bad, that nobody else caused.
          </p>
        </>
      ),
    },
    {
      heading: "How people prove a breach",
      body: (
        <ul>
          <li>the police report, and any tickets the police wrote;</li>
          <li>photos and video, including from dash cams, stores and doorbells;</li>
          <li>independent witnesses;</li>
          <li>skid marks, and the damage to the cars;</li>
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
            The insurer may say that your pain is old or came from something else. Medical records are the
            best answer. They show when it began and how it progressed.
          </p>
          <ul>
            <li>See a doctor soon, and say that you were in a crash.</li>
            <li>Tell the doctor about old injuries too. A crash that made one worse can still count.</li>
            <li>Keep your appointments. Gaps raise questions.</li>
            <li>Keep bills, pay stubs and a short diary.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "Who can be at fault",
      body: (
        <ul>
          <li>another driver, or more than one;</li>
          <li>an employer, if its driver was working;</li>
          <li>an owner who lent a car to someone who was not fit to drive;</li>
          <li>the maker of a defective part, such as a tire or a brake;</li>
          <li>a government agency, for some dangerous roads, with short deadlines;</li>
          <li>a bar, in some states, that served a drunk driver.</li>
        </ul>
      ),
    },
    {
      heading: "If part of the fault is yours",
      body: (
        <p>
          You may still have a claim. In most states, your share only lowers what you are paid, at least up to
          a limit. In <a href="/car-accident-laws/texas/">Texas</a> that limit is 50 percent. In{" "}
          <a href="/car-accident-laws/california/">California</a> there is none. Don’t decide on your own that
          it was all your fault. What seems clear on the day may look different later.
        </p>
      ),
    },
  ],
};
