import { axeLook, complaintsOfScreens } from "../../support/axe.ts";
import { calm, siteInChromium } from "../../support/browser.ts";
import { showPage, sitePages } from "../../support/screens/pages.ts";
import { nameOf } from "../../support/screens/screen.ts";
import { walkSettings } from "../../support/screens/walks.ts";

/** Pages that are no others in Spanish: the same elements with other words. And what kept-form.test.ts looks at. */
const alike = /^(?:es-.*-(?:errors|sent|done|done-here)|.*thank-you-.+-es|error-503)$/;

const pages = (await sitePages()).filter((page) => !alike.test(nameOf(page)));

const { site, it } = siteInChromium({ ...calm, allowed: complaintsOfScreens }, walkSettings);

// On a phone; `npm run tool -- accessibility` looks in every condition.

const parts = 4;

it.for(Array.from({ length: parts }, (_, part) => part))(
  "everyone can use every page as it is first met (part %i)",
  async (part, { page }) => {
    const met = pages.filter(({ show }) => !show).filter((_, index) => index % parts === part);
    for (const shown of met) await showPage(page, site, shown, axeLook);
  },
);

it.for(pages.filter(({ show }) => show).map((page) => [nameOf(page), page] as const))(
  "everyone can use the page %s",
  ([_name, shown], { page }) => showPage(page, site, shown, axeLook),
);
