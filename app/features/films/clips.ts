/** A picture of a clip: a drawing (tools/lab/features/films/run.ts), large letters, and its caption's sentence. */
export type Scene = { drawing: string; heading: string; points: string[]; caption: string };

/** A short film without sound; `npm run lab -- clips` makes its files in public/videos from the scenes. */
export type Clip = { id: string; title: string; about: string; scenes: Scene[] };

export const clips: readonly Clip[] = [
  {
    id: "first-hour",
    title: "The first hour after a crash",
    about: "What to do at the scene, in the order that matters.",
    scenes: [
      {
        drawing: "crash",
        heading: "The first hour after a crash",
        points: ["Five things, in this order"],
        caption: "You were in a crash. Here are five things to do in the first hour, in this order.",
      },
      {
        drawing: "triangle",
        heading: "1. Get safe",
        points: ["Move away from traffic", "Hazard lights on"],
        caption: "First, get safe. Move away from traffic if you can, and turn on your hazard lights.",
      },
      {
        drawing: "phone",
        heading: "2. Call 911",
        points: ["If anyone is hurt", "Ask for the police"],
        caption: "Second, call 911 if anyone is hurt, and ask for the police to come.",
      },
      {
        drawing: "cards",
        heading: "3. Exchange details",
        points: ["Names and phone numbers", "Plates and insurance"],
        caption:
          "Third, exchange names, phone numbers, license plates and insurance details with the other driver.",
      },
      {
        drawing: "camera",
        heading: "4. Take photos",
        points: ["Cars, road and signs", "Your injuries"],
        caption: "Fourth, take photos of the cars, the road, the signs and your injuries.",
      },
      {
        drawing: "doctor",
        heading: "5. See a doctor",
        points: ["The same day if you can", "Some injuries show up late"],
        caption: "Fifth, see a doctor, the same day if you can. Some injuries show up only days later.",
      },
    ],
  },
  {
    id: "how-a-claim-runs",
    title: "How an injury claim works",
    about: "From the first consultation to the end of a claim.",
    scenes: [
      {
        drawing: "scales",
        heading: "How an injury claim works",
        points: ["Most end without a trial"],
        caption: "This is how an injury claim usually works. Most claims end without a trial.",
      },
      {
        drawing: "talk",
        heading: "Ask a lawyer",
        points: ["Often free at first", "You decide"],
        caption:
          "It begins with a consultation. The first one is usually free, and you decide whether or not to hire the law firm.",
      },
      {
        drawing: "folder",
        heading: "Heal and collect",
        points: ["Treatment first", "Keep every bill"],
        caption:
          "While you get treatment, records and bills are collected. They show what the crash cost you.",
      },
      {
        drawing: "letter",
        heading: "Demand",
        points: ["A letter to the insurer", "Then both sides negotiate"],
        caption: "Then a demand goes to the insurance company, and both sides negotiate the amount.",
      },
      {
        drawing: "check",
        heading: "Settle or sue",
        points: ["A settlement ends it", "A lawsuit keeps it open"],
        caption:
          "A settlement ends the claim. Without one, you can file a lawsuit before the deadline passes.",
      },
    ],
  },
  {
    id: "deadlines",
    title: "Why deadlines matter",
    about: "Every state sets a deadline for injury claims. Two examples.",
    scenes: [
      {
        drawing: "calendar",
        heading: "Why deadlines matter",
        points: ["Miss it and you may", "lose your claim"],
        caption: "Every state sets a deadline for injury claims. Miss it, and you may lose your claim.",
      },
      {
        drawing: "calendar",
        heading: "Texas: 2 years",
        points: ["Civ. Prac. & Rem. Code", "§ 16.003"],
        caption:
          "In Texas it is two years for most injury claims, under section 16.003 of the Civil Practice and Remedies Code.",
      },
      {
        drawing: "calendar",
        heading: "California: 2 years",
        points: ["Code of Civil Procedure", "§ 335.1"],
        caption: "In California it is also two years, under section 335.1 of the Code of Civil Procedure.",
      },
      {
        drawing: "building",
        heading: "Sometimes 6 months",
        points: ["For claims against", "a city or a state"],
        caption:
          "If your claim is against a city or a state, notice may be due within six months, or even sooner.",
      },
      {
        drawing: "clock",
        heading: "Ask early",
        points: ["Exceptions exist", "A lawyer can tell you"],
        caption: "There are exceptions both ways. Ask a lawyer early which deadline applies to you.",
      },
    ],
  },
];

/** Address of a clip's poster. */
export const posterOf = ({ id }: Clip) => `/videos/${id}.svg`;

/** Of the pictures and the films, in pixels. */
export const posterSize = { width: 960, height: 540 };

/** How long a scene is shown, in whole seconds: three words of its caption are read in each. */
export function secondsOf({ caption }: Scene): number {
  return Math.max(4, Math.ceil(caption.split(" ").length / 3));
}

export function lengthOf({ scenes }: Clip): number {
  return scenes.reduce((sum, scene) => sum + secondsOf(scene), 0);
}
