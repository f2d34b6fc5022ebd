import { showPage, sitePages } from "../../../tools/screens/pages.ts";
import { nameOf } from "../../../tools/screens/screen.ts";
import { walkSettings } from "../../../tools/screens/walks.ts";
import { axeLook, complaintsOfScreens } from "../../support/axe-look.ts";
import { calm, siteInChromium } from "../../support/in-chromium.ts";

const pages = await sitePages();

const { site, it } = siteInChromium({ ...calm, allowed: complaintsOfScreens }, walkSettings);

/** On a phone; `npm run tool -- accessibility` looks in every condition. */
it.for(pages.map((page) => [nameOf(page), page] as const))(
  "everyone can use the page %s",
  ([_name, shown], { page }) => showPage(page, site, shown, axeLook),
);
