import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const lawsuits: Article = {
  path: "/car-accident-lawsuits/",
  name: "Car accident lawsuits",
  title: "After a car accident: claims and lawsuits in plain words",
  description:
    "What to do after a crash, how a claim runs, when it becomes a lawsuit, and what a lawyer costs.",
  inShort: [
    "Care for people first, then collect proof. It fades quickly.",
    "Most people start with an insurance claim. A lawsuit comes only if there is no fair deal.",
    "Every state sets a time limit for a lawsuit, often two or three years.",
    "Injury lawyers mostly work for a share of what you win, so you pay no fee up front.",
  ],
  sections: [
    {
      heading: "What to do after a crash",
      body: (
        <>
          <ol>
            <li>Stop, get to a safe place and call 911 if anyone is hurt.</li>
            <li>Trade names, addresses, plates and insurers with the other driver.</li>
            <li>Take photos of the cars, the road, signs, lights and your injuries.</li>
            <li>Write down names and numbers of people who saw it.</li>
            <li>See a doctor the same day or the next, even if the pain seems small.</li>
            <li>Tell your own insurer. Stick to facts, and do not guess.</li>
            <li>Find out if you must report the crash to the state, and by when.</li>
            <li>Keep every bill, and write down the days of work you miss.</li>
          </ol>
          <p>
            Be polite at the scene, but do not say who was to blame. You may not know the whole story yet.
          </p>
        </>
      ),
    },
    {
      heading: "Claim or lawsuit?",
      body: (
        <>
          <p>People use both words for the same thing, but they are two steps.</p>
          <FactTable
            equals
            caption="How a claim differs from a lawsuit"
            head={["Insurance claim", "Lawsuit"]}
            rows={[
              ["You ask an insurer to pay", "You ask a court to decide"],
              ["Starts with a call or a form", "Starts with a complaint filed in court"],
              ["No judge", "A judge, and perhaps a jury"],
              ["Often takes months", "Often takes a year or more"],
              ["Does not stop the time limit", "Stops it, if filed in time"],
            ]}
          />
        </>
      ),
    },
    {
      heading: "Do you need a lawyer?",
      body: (
        <>
          <p>
            Nobody has to have one. If only your car was damaged, or you had a bruise and were well in a week,
            you may do fine on your own. Think about talking to a lawyer if:
          </p>
          <ul>
            <li>you needed a hospital, or are still in treatment;</li>
            <li>you missed work, or cannot do the work you did;</li>
            <li>the insurer says you were at fault, or offers less than your bills;</li>
            <li>a truck, a work vehicle, a ride service or a public vehicle was involved;</li>
            <li>the other driver fled or had no insurance;</li>
            <li>someone died;</li>
            <li>your time limit is near.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "What a lawyer costs",
      body: (
        <>
          <p>
            Most injury lawyers work for a contingency fee. They get a share of the money if you are paid, and
            no fee if you are not. The share differs. It is in a contract that you sign first.
          </p>
          <p>
            Ask two things before you sign. Does the share go up if there is a lawsuit? And who pays costs,
            such as court fees and experts, if you lose?
          </p>
        </>
      ),
    },
    {
      heading: "What can hurt a claim",
      body: (
        <ul>
          <li>Waiting weeks to see a doctor, or stopping treatment early.</li>
          <li>Posting about the crash or your weekend trips online.</li>
          <li>Giving the other driver’s insurer a recorded talk before you are ready.</li>
          <li>Fixing or selling the car before there are photos of it.</li>
          <li>Signing a release or a wide medical form without reading it.</li>
          <li>Letting the time limit pass.</li>
        </ul>
      ),
    },
  ],
};
