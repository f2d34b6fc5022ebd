/** One picture of a clip: what it shows in large letters, and the sentence that its caption says. */
export type Scene = { heading: string; points: string[]; caption: string };

/** A short film without sound; `npm run tool -- clips` makes its files in public/videos from the scenes. */
export type Clip = { id: string; title: string; about: string; scenes: Scene[] };

export const clips: readonly Clip[] = [
  {
    id: "first-hour",
    title: "The first hour after a crash",
    about: "What to do at the scene, in the order in which it matters.",
    scenes: [
      {
        heading: "The first hour after a crash",
        points: ["Five things, in this order"],
        caption: "You were in a crash. Here are five things to do in the first hour, in this order.",
      },
      {
        heading: "1. Get safe",
        points: ["Move away from traffic", "Hazard lights on"],
        caption: "First, get safe. Move away from traffic if you can, and switch on the hazard lights.",
      },
      {
        heading: "2. Call 911",
        points: ["If anyone is hurt", "Ask for the police"],
        caption: "Second, call 911 if anyone is hurt, and ask for the police to come.",
      },
      {
        heading: "3. Trade details",
        points: ["Names and phone numbers", "Plates and insurance"],
        caption:
          "Third, trade names, phone numbers, license plates and insurance details with the other driver.",
      },
      {
        heading: "4. Take photos",
        points: ["Cars, road and signs", "Your injuries"],
        caption: "Fourth, take photos of the cars, the road, the signs and your injuries.",
      },
      {
        heading: "5. See a doctor",
        points: ["The same day if you can", "Some injuries show late"],
        caption: "Fifth, see a doctor, the same day if you can. Some injuries only show after a few days.",
      },
    ],
  },
  {
    id: "how-a-claim-runs",
    title: "How an injury claim runs",
    about: "From the first talk with a law firm to the end of a claim.",
    scenes: [
      {
        heading: "How an injury claim runs",
        points: ["Most end without a trial"],
        caption: "This is how an injury claim usually runs. Most of them end without a trial.",
      },
      {
        heading: "Talk",
        points: ["A first talk is free", "You decide"],
        caption:
          "It begins with a talk. A first talk with a law firm is usually free, and you decide if you hire it.",
      },
      {
        heading: "Heal and collect",
        points: ["Treatment first", "Keep every bill"],
        caption:
          "While you get treatment, records and bills are collected. They show what the crash cost you.",
      },
      {
        heading: "Demand",
        points: ["A letter to the insurer", "Then both sides talk"],
        caption: "Then a demand goes to the insurance company, and both sides talk about an amount.",
      },
      {
        heading: "Settle or sue",
        points: ["A settlement ends it", "A lawsuit keeps it open"],
        caption: "A settlement ends the claim. If there is none, a lawsuit can be filed before the deadline.",
      },
    ],
  },
  {
    id: "deadlines",
    title: "Why deadlines matter",
    about: "Each state limits the time for an injury claim. Two examples.",
    scenes: [
      {
        heading: "Why deadlines matter",
        points: ["Too late can mean nothing"],
        caption: "Each state limits the time for an injury claim. If it passes, the claim is usually lost.",
      },
      {
        heading: "Texas: 2 years",
        points: ["Civ. Prac. & Rem. Code", "§ 16.003"],
        caption:
          "In Texas it is two years for most injury claims, by section 16.003 of the Civil Practice and Remedies Code.",
      },
      {
        heading: "California: 2 years",
        points: ["Code of Civil Procedure", "§ 335.1"],
        caption: "In California it is two years as well, by section 335.1 of the Code of Civil Procedure.",
      },
      {
        heading: "Sometimes 6 months",
        points: ["A city or a state", "is on the other side"],
        caption: "If a city or a state is on the other side, notice may be due within six months, or sooner.",
      },
      {
        heading: "Ask early",
        points: ["Exceptions exist", "A lawyer can tell you"],
        caption: "There are exceptions both ways. Ask a lawyer early which deadline is yours.",
      },
    ],
  },
];

/** Address of the picture that stands for a clip. */
export const posterOf = ({ id }: Clip) => `/videos/${id}.webp`;

/** Of the pictures and the films, in pixels. */
export const posterSize = { width: 960, height: 540 };

/** How long a scene is shown, in whole seconds: three words of its caption are read in each. */
export function secondsOf({ caption }: Scene): number {
  return Math.max(4, Math.ceil(caption.split(" ").length / 3));
}

/** Length in whole seconds. */
export function lengthOf({ scenes }: Clip): number {
  return scenes.reduce((sum, scene) => sum + secondsOf(scene), 0);
}
