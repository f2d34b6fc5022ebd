import type { Article } from "../article.ts";
import { FactTable } from "./parts.tsx";

export const lawsuits: Article = {
  path: "/car-accident-lawsuits/",
  name: "Car accident lawsuits",
  title: "Car accident claims and lawsuits in plain English",
  description:
    "What to do after a crash, how a claim works, when it becomes a lawsuit, and what a lawyer costs.",
  inShort: [
    "Take care of people first, then gather evidence. It disappears quickly.",
    "Most people start with an insurance claim. A lawsuit usually comes only if there is no fair offer.",
    "Every state sets a deadline for a lawsuit, often two or three years.",
    "Injury lawyers usually work for a percentage of what you win, so you pay no fee up front.",
  ],
  sections: [
    {
      heading: "What to do after a crash",
      body: (
        <>
          <ol>
            <li>Stop, get to a safe place and call 911 if anyone is hurt.</li>
            <li>Exchange names, addresses, license plates and insurance details with the other driver.</li>
            <li>Take photos of the cars, the road, signs, traffic lights and your injuries.</li>
            <li>Write down the names and phone numbers of witnesses.</li>
            <li>See a doctor the same day or the next, even if the pain seems small.</li>
            <li>Tell your own insurer. Stick to the facts, and don’t guess.</li>
            <li>Find out if you must report the crash to the state, and by when.</li>
            <li>Keep every bill, and write down the days of work you miss.</li>
          </ol>
          <p>Be polite at the scene, but don’t say who was to blame. You may not know the whole story yet.</p>
        </>
      ),
    },
    {
      heading: "Claim or lawsuit?",
      body: (
        <>
          <p>People use both words for the same thing, but they are two different steps.</p>
          <FactTable
            equals
            caption="How a claim differs from a lawsuit"
            head={["Insurance claim", "Lawsuit"]}
            rows={[
              ["You ask an insurer to pay", "You ask a court to decide"],
              ["Starts with a call or a form", "Starts with a complaint filed in court"],
              ["No judge", "A judge, and maybe a jury"],
              ["Often takes months", "Often takes a year or more"],
              ["Doesn’t stop the deadline from running", "Meets it, if filed in time"],
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
            You don’t have to have one. If only your car was damaged, or you had minor bruises that healed
            within a week, you may do fine on your own. Think about calling a lawyer if:
          </p>
          <ul>
            <li>you went to a hospital, or are still being treated;</li>
            <li>you missed work, or can’t do the work you did before;</li>
            <li>the insurer says you were at fault, or offers less than your bills;</li>
            <li>a truck, a work vehicle, a rideshare or a government vehicle was involved;</li>
            <li>the other driver left the scene or had no insurance;</li>
            <li>someone died;</li>
            <li>your deadline is close.</li>
          </ul>
        </>
      ),
    },
    {
      heading: "What a lawyer costs",
      body: (
        <>
          <p>
            Most injury lawyers work for a contingency fee. They get a percentage of the money if you are
            paid, and no fee if you are not. Percentages vary. Yours is in the contract you sign.
          </p>
          <p>
            Ask two things before you sign. Does the percentage go up if there is a lawsuit? And who pays
            costs, such as court fees and experts, if you lose?
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
          <li>Giving the other driver’s insurer a recorded statement before you are ready.</li>
          <li>Fixing or selling the car before anyone takes photos of it.</li>
          <li>Signing a release or a broad medical authorization without reading it.</li>
          <li>Missing the deadline.</li>
        </ul>
      ),
    },
  ],
};
