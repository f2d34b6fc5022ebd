/** What a person may see; each role may see what the ones before it may. */
export const roles = ["charts", "numbers", "leads-masked", "leads"] as const;
export type Role = (typeof roles)[number];

export function mayAs(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}

/** Which role sees a page, which presses its buttons, and which of them, by their intents, who sees it may press too. */
export type PageAccess = { sees: Role; presses: Role; but?: readonly string[] };

/**
 * The console's pages; a feature's page says its own. What moves money, sends a person's data or cannot be taken back is for the one role that always signs in
 * with a second factor. docs/run-in-production.md has the same table.
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
