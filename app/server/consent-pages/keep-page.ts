import { createHash } from "node:crypto";
import { surveyConsent } from "../../../machines/messages/survey-consent.ts";
import type { Services } from "../../../services/index.ts";
import { errorName } from "../../../services/observe/log.ts";
import { uuid7 } from "../../../services/store/uuid7.ts";
import type { KeepPage } from "../../../services/visits/kept-page.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { consentPage } from "../../survey/server/consent-page.ts";
import { surveyPage } from "../../survey/server/page.ts";
import type { AskRemix } from "../ask-remix.ts";
import type { Session } from "../context.ts";
import { selfContained } from "./self-contained.ts";

/** More than variants, ways through them and sets of firms make in a day. */
const mostKnown = 1_000;
const nobody: Session = { id: null, first: undefined, cookieFor: () => "" };

/**
 * Renders the page of a consent's step when the consent arrives, as the server renders it for a browser without scripts,
 * and stores it once. Most consents are given on a page that is known, and cost neither.
 */
export function consentPageKeeper(
  services: Pick<Services, "settings" | "consentSeals" | "store" | "log">,
  askRemix: AskRemix,
): KeepPage {
  const { settings, consentSeals, store, log } = services;
  const known = new Map<string, Promise<string>>();

  async function keep(page: SurveyPageData): Promise<string> {
    const url = new URL(`${page.entry.path}?step=${page.session.currentStep}`, settings.siteOrigin);
    const asker = { requestId: uuid7(Date.now()), ip: "", session: nobody, optOut: undefined };
    const { answer } = await askRemix(new Request(url), { ...asker, page });
    if (answer.status !== 200) throw new Error("The page of a consent could not be made.");
    return store.consentPages.keep(selfContained(await answer.text()));
  }

  return async (entry, state, { seal }) => {
    if (!consentSeals.isOwn(seal)) {
      return { none: "The visitor’s page was made by another release than the one that took the consent." };
    }
    const { step } = surveyConsent(entry.variant, settings.company, { steps: state.path });
    try {
      const page = consentPage(surveyPage({ entry, state, step, isExternalHost: false, settings }));
      const key = createHash("sha256").update(JSON.stringify(page)).digest("base64");
      const kept = known.get(key) ?? keep(page);
      if (known.size >= mostKnown) known.clear();
      known.set(key, kept);
      kept.catch(() => known.delete(key));
      return { sha256: await kept };
    } catch (error) {
      log("consent_page.failed", { error: errorName(error) });
      return { none: "The page could not be made or stored when the consent arrived." };
    }
  };
}
