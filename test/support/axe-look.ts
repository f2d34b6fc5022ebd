import { expectAccessible } from "./axe.ts";
import { expected } from "./browser.ts";
import { type Look, nameOf } from "./screens/screen.ts";

/** Fails where axe finds anything, in the one condition in which the page is shown. */
export const axeLook: Look = async (page, screen) => {
  await expectAccessible(page, nameOf(screen));
  return true;
};

/** What an empty form, a missing page and the failures shown make the browser say. */
export const complaintsOfScreens = [expected.refusedForm, expected.noNetwork, /status of (404|413|500|503)/];
