import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import { languageFacts, languages } from "../../../services/words/languages.ts";
import { chartOf } from "../../graphs/chart-of.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { chartViews, GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { screensOf, type Wanted, wantedIn } from "./screen-data.ts";
import styles from "./screens.module.css";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const { code } = variant;
  const wanted = wantedIn(new URL(args.request.url).searchParams, variant);
  const screens = screensOf(variant, (await chartOf(code))!.graph).map((screen) => ({
    ...screen,
    heading: wordsOfStep(stepNamed(screen.step, variant.machine)!, wanted.language).heading,
  }));
  return { code, wanted, screens, themes: flagValues.theme };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Screens of ${params.code}`);

export default function StepsRoute() {
  return <StepsPage {...useLoaderData<typeof loader>()} />;
}

type Props = {
  code: string;
  wanted: Wanted;
  screens: { step: string; heading: string; states: string[] }[];
  themes: readonly string[];
};

/** An attribute that React 18's types lack. */
const inert = { inert: "" };

/** Every screen of a survey on a phone, with each of its error states, in one language and theme. */
export function StepsPage({ code, wanted, screens, themes }: Props) {
  const count = screens.reduce((sum, { states }) => sum + 1 + states.length, 0);
  return (
    <GraphLayout
      title={`Screens of ${code}`}
      chart={{ code, page: "", isSurvey: true }}
      views={chartViews(code, "screens")}
      lead={`All ${screens.length} steps as visitors see them on a phone, with every validation error: ${count} screens. Open any of them in full size.`}
    >
      <Switches wanted={wanted} themes={themes} />
      {screens.map(({ step, heading, states }, index) => (
        <section key={step} className={styles.step} aria-labelledby={step}>
          <h2 id={step}>
            {index + 1}. {step}
          </h2>
          <p>
            “{heading}” <a href={`/graphs/${code}?find=${step}`}>Show {step} in the chart</a>
          </p>
          <ul className={styles.screens}>
            {["", ...states].map((state) => {
              const address = screenAddress(code, { ...wanted, step, state });
              return (
                <li key={state}>
                  <a href={address}>
                    {step}: {state ? inWords(state) : "initial"}
                  </a>
                  <div className={styles.phone}>
                    <iframe
                      src={`${address}&framed`}
                      title={`${step}, ${state ? inWords(state) : "initial"}`}
                      loading="lazy"
                      {...inert}
                    />
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </GraphLayout>
  );
}

function Switches({ wanted: { language, flags }, themes }: Pick<Props, "wanted" | "themes">) {
  return (
    <form className={`${styles.switches} ${parts.controls}`}>
      <label htmlFor="language">Language</label>
      <select id="language" name="language" defaultValue={language}>
        {languages.map((each) => (
          <option key={each} value={each}>
            {languageFacts(each).english}
          </option>
        ))}
      </select>
      <label htmlFor="flags">Theme</label>
      <select id="flags" name="flags" defaultValue={flags}>
        {themes.map((theme) => (
          <option key={theme} value={theme === "default" ? "" : `theme:${theme}`}>
            {theme}
          </option>
        ))}
      </select>
      <button type="submit">Show</button>
    </form>
  );
}

/** `email:emailRefused,phone:phone` as text. */
function inWords(state: string): string {
  return state.replaceAll(",", ", ").replaceAll(":", ": ").replace("option: ", "");
}

/** The address of one screen. */
function screenAddress(code: string, wanted: Wanted): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  return `/graphs/${code}/screen?${new URLSearchParams(given)}`;
}
