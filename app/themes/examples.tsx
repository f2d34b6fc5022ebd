import type { ReactNode } from "react";
import type { PageFlags } from "../../machines/rules/page-flags.ts";
import { CompensationMeter } from "../site/home/compensation-meter.tsx";
import { SocialProof } from "../site/home/social-proof.tsx";
import { Bar, Buttons, Choice, Guarantee, Header, LineAbove, Screen, type Shown, Submit } from "./pieces.tsx";

/** Flags that change what happens, not how it looks. */
type Behaviour = "combinedLastStep" | "verifyPhone" | "overrideForcedActivity" | "disableScroll";

/** Flags of spec 4.3. */
export type Look = Exclude<keyof PageFlags, Behaviour>;

/** What shows a flag: a part of a survey, and the address of a survey whose first screen has that part. */
export type Example = { show: (shown: Shown) => ReactNode; at?: string };

/** Every flag that is seen. */
export const examples: { [flag in Look]: Example } = {
  theme: { show: Screen },
  logo: { show: Header },
  fontWeight: { show: Buttons },
  firstQuestionHeader: { show: ({ steps }) => <LineAbove step={steps.WhenWasTheAccident!} /> },
  matchWithLawyer: { show: ({ steps }) => <LineAbove step={steps.WhenWasTheAccident!} /> },
  findMeALawyer: { show: ({ steps }) => <LineAbove step={steps.PhoneAndZip!} />, at: "/survey/one-page?" },
  roundedButtons: { show: Buttons },
  progressBar: { show: Bar },
  noPercentSign: { show: Bar, at: "/survey/progress-bar?" },
  noPrivacyGuarantee: { show: Guarantee },
  socialProof: { show: () => <SocialProof language="en" topic="accident" /> },
  accidentTimeframe: {
    show: ({ steps, company }) => <Choice step={steps.WhenWasTheAccident!} company={company} />,
  },
  compensation: {
    show: ({ flags }) => (
      <CompensationMeter language="en" estimate={{ level: 4 }} display={flags.compensation} />
    ),
    at: "/survey/c?show-meter=yes&",
  },
  nameAndEmailCta: { show: ({ steps }) => <Submit step={steps.NameAndEmail!} />, at: "/survey/sl-v2?" },
};
