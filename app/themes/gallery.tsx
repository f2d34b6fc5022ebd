import { findEntry } from "../../machines/registry.ts";
import { defaultFlags, flagValues } from "../../machines/rules/page-flags.ts";
import { pageLook } from "../site/page-look.ts";
import "../styles/page-flags.css";
import "../styles/themes.css";
import type { LocalizedStep } from "../survey/screen/page-data.ts";
import { flaggedSteps } from "../survey/server/flagged-steps.ts";
import { localizedSteps } from "../survey/server/localized-steps.ts";
import type { Company } from "../ui/company.ts";
import { ContrastTable } from "./contrast-table.tsx";
import { examples, type Look } from "./examples.tsx";
import styles from "./gallery.module.css";
import type { Scheme, Tokens } from "./tokens.ts";

/** A flag switched on, or set to one of its values, as the query writes it: `roundedButtons`, `theme:v3`. */
type Setting = { flag: Look; value: string | boolean };

/** Every value of every flag that is seen, but the usual ones; of themes the usual one too. */
const settings: Setting[] = (Object.keys(examples) as Look[]).flatMap((flag) =>
  flagValues[flag]
    .filter((value) => value && (flag === "theme" || value !== defaultFlags[flag]))
    .map((value) => ({ flag, value })),
);

const written = ({ flag, value }: Setting) => (value === true ? flag : `${flag}:${value}`);

type TokensIn = { scheme: Scheme; tokens: Tokens };

type Props = { company: Company; tokens: Record<string, TokensIn[]> };

/**
 * What the page-level flags of spec 4.3 do, each on parts of a survey.
 * @param tokens of every theme, in light and in dark colours
 */
export function Gallery({ company, tokens }: Props) {
  const { variant } = findEntry("/survey/c")!;
  const steps = localizedSteps(variant, "en", company);
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
        <ExampleOf key={written(setting)} {...{ setting, company, steps, tokens }} />
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
  const page = { flags, language: "en", topic: "accident", first: "WhenWasTheAccident" } as const;
  return (
    <div className={styles.example} id={name}>
      <h2>{name}</h2>
      <p>
        <a href={`${at}flags=${name}`}>Open a survey with {name}</a>
      </p>
      <div className={styles.look} {...pageLook(flags)}>
        {show({ company, flags, steps: flaggedSteps(steps, page), id: name.replace(":", "-") })}
      </div>
      {flag === "theme" &&
        tokens[String(value)]!.map(({ scheme, tokens }) => (
          <ContrastTable key={scheme} theme={`${name}, ${scheme}`} tokens={tokens} />
        ))}
    </div>
  );
}
