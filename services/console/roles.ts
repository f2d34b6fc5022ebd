/** What a person may see; each role includes the ones before it. */
export const roles = ["charts", "numbers", "leads-masked", "leads"] as const;
export type Role = (typeof roles)[number];

/** The role of the people of one receiver that buys leads: of the console they see nothing but what is theirs. */
export const ofBuyer = "buyer";
export type AnyRole = Role | typeof ofBuyer;

export function mayAs(role: AnyRole, wanted: Role): boolean {
  return role !== ofBuyer && roles.indexOf(role) >= roles.indexOf(wanted);
}

/** Who sees whole leads, all of them or a buyer's own, always signs in with an authenticator app. */
export function needsFactor(role: AnyRole): boolean {
  return role === ofBuyer || mayAs(role, "leads");
}

/**
 * The role that sees a page, the role that presses its buttons, and the buttons, by their intents, that all its viewers
 * may press.
 */
export type PageAccess = { sees: Role; presses: Role; but?: readonly string[] };

/**
 * The console's pages; a feature declares its page's own. Actions that move money, send a person's data or cannot be
 * undone are reserved for the one role that always signs in with a second factor. docs/run-in-production.md has the
 * same table.
 */
const pages = {
  inbox: { sees: "leads-masked", presses: "leads", but: [""] },
  lead: { sees: "leads-masked", presses: "leads", but: ["handled", "reopen", "note"] },
  deliveries: { sees: "leads-masked", presses: "leads" },
  health: { sees: "leads-masked", presses: "leads-masked" },
  settings: { sees: "leads-masked", presses: "leads" },
  privacy: { sees: "leads", presses: "leads" },
  sessions: { sees: "charts", presses: "charts" },
} as const satisfies Record<string, PageAccess>;

export type ConsolePage = keyof typeof pages | PageAccess;

/** The role that a page takes. @param press the intent of a posted form, '' for one without; undefined to see the page */
export function roleFor(page: ConsolePage, press?: string): Role {
  const { sees, presses, but = [] }: PageAccess = typeof page === "string" ? pages[page] : page;
  return press === undefined || but.includes(press) ? sees : presses;
}

/** Whether a page shows this button to a role. */
export function mayPress(role: Role, page: ConsolePage, press = ""): boolean {
  return mayAs(role, roleFor(page, press));
}
