import type { PageFeature } from "../feature.ts";

/**
 * People of the console change their own password and authenticator app, and help a colleague who has lost them.
 * Without this feature `claimpath console add` does both. Signing in is the core's.
 */
export const accounts: PageFeature = {
  name: "accounts",
  consolePages: {
    "console/account": "account-route.tsx",
    "console/people": "people-route.tsx",
    "console/renew": "renew-route.tsx",
  },
  inConsole: [
    { href: "/console/people", text: "People", sees: "leads" },
    { href: "/console/account", text: "Account", sees: "charts" },
  ],
  atSignIn: {
    words:
      "Forgot your password, or lost your app? A colleague with the role “leads” can give you a code for a",
    href: "/console/renew",
    text: "new sign-in",
  },
};
