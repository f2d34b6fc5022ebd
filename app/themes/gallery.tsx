import type { ReactNode } from "react";
import { findEntry } from "../../machines/registry.ts";
import { defaultFlags, flagValues, type PageFlags } from "../../machines/rules/page-flags.ts";
import { messagesIn } from "../../services/words/index.ts";
import { mainLanguage } from "../../services/words/languages.ts";
import { CompensationMeter } from "../site/home/compensation-meter.tsx";
import { SocialProof } from "../site/home/testimonials.tsx";
import { pageLook } from "../site/page-look.ts";
import { contrast, pairs } from "../styles/contrast.ts";
import styles from "./gallery.module.css";
import { Bar, Buttons, Choice, Guarantee, Header, LineAbove, Screen, type Shown, Submit } from "./pieces.tsx";
import type { Scheme, Tokens } from "./tokens.ts";
import "../styles/page-flags.css";
import "../styles/themes.css";
import type { LocalizedStep } from "../survey/screen/page-data.ts";
import { flaggedSteps, localizedSteps } from "../survey/server/localized-steps.ts";
import type { Company } from "../ui/company.ts";

/** The contrast of a theme's colours with their background, rounded down as WCAG counts. */
function ContrastTable({ theme, tokens }: { theme: string; tokens: Tokens }) {
  return (
    <table className={styles.table}>
      <caption>Contrast of {theme}</caption>
      <thead>
        <tr>
          <th scope="col">Colour on ground</th>
          <th scope="col">Has</th>
          <th scope="col">Needs</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ colour, ground, least }) => {
          const has = contrast(tokens[colour]!, tokens[ground]!);
          return (
            <tr key={`${colour} ${ground} ${least}`} className={has < least ? styles.tooLow : undefined}>
              <th scope="row">
                {colour} on {ground}
              </th>
              <td>{(Math.floor(has * 10) / 10).toFixed(1)}</td>
              <td>{least}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Flags that change what happens, not how it looks. */
type Behaviour = "combinedLastStep" | "verifyPhone" | "overrideForcedActivity" | "disableScroll";

/** Flags of spec 4.3. */
type Look = Exclude<keyof PageFlags, Behaviour>;

/** An example of a flag: a part of a survey, and the address of a survey whose first screen has that part. */
type Example = { show: (shown: Shown) => ReactNode; at?: string };

/** Every flag that is seen. */
const examples: { [flag in Look]: Example } = {
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
  socialProof: { show: () => <SocialProof language={mainLanguage} topic="accident" /> },
  accidentTimeframe: {
    show: ({ steps, company }) => <Choice step={steps.WhenWasTheAccident!} company={company} />,
  },
  compensation: {
    show: ({ flags }) => (
      <CompensationMeter
        words={messagesIn(mainLanguage).pages.compensation}
        estimate={{ level: 4 }}
        display={flags.compensation}
      />
    ),
    at: "/survey/c?show-meter=yes&",
  },
  nameAndEmailCta: { show: ({ steps }) => <Submit step={steps.NameAndEmail!} />, at: "/survey/sl-v2?" },
};

/** A flag switched on, or set to one of its values, as the query writes it: `roundedButtons`, `theme:v3`. */
type Setting = { flag: Look; value: string | boolean };

/** Every visible value of every flag, except defaults; of themes the default too. */
const settings: Setting[] = (Object.keys(examples) as Look[]).flatMap((flag) =>
  flagValues[flag]
    .filter((value) => value && (flag === "theme" || value !== defaultFlags[flag]))
    .map((value) => ({ flag, value })),
);

const written = ({ flag, value }: Setting) => (value === true ? flag : `${flag}:${value}`);

type TokensIn = { scheme: Scheme; tokens: Tokens };

type Props = { company: Company; tokens: Record<string, TokensIn[]> };

/**
 * The effects of the page-level flags in spec 4.3, each on parts of a survey.
 * @param tokens of every theme, in light and in dark colours
 */
export function Gallery({ company, tokens }: Props) {
  const { variant } = findEntry("/survey/c")!;
  const steps = localizedSteps(variant, mainLanguage, company);
  return (
    <main className={styles.page}>
      <h1>Themes and flags</h1>
      <p>Shown while developing only. Every flag can be set in a survey's address; they can be combined.</p>
      <ul className={styles.contents}>
        {settings.map(written).map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      {settings.map((setting) => (
        <ExampleOf key={written(setting)} setting={setting} company={company} steps={steps} tokens={tokens} />
      ))}
    </main>
  );
}

type ExampleProps = Props & { setting: Setting; steps: Record<string, LocalizedStep> };

function ExampleOf({ setting, company, steps, tokens }: ExampleProps) {
  const { flag, value } = setting;
  const { show, at = "/survey/c?" } = examples[flag];
  const name = written(setting);
  const flags = { ...defaultFlags, [flag]: value };
  const page = { flags, language: mainLanguage, topic: "accident", first: "WhenWasTheAccident" } as const;
  return (
    <div className={styles.example} id={name}>
      <h2>{name}</h2>
      <p>
        <a href={`${at}flags=${name}`}>Open a survey with {name}</a>
      </p>
      <div className={styles.look} {...pageLook(flags)}>
        {show({
          company,
          flags,
          steps: flaggedSteps(steps, page, messagesIn(mainLanguage).pages.flags),
          id: name.replace(":", "-"),
        })}
      </div>
      {flag === "theme" &&
        tokens[String(value)]!.map(({ scheme, tokens }) => (
          <ContrastTable key={scheme} theme={`${name}, ${scheme}`} tokens={tokens} />
        ))}
    </div>
  );
}
