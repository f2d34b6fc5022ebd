/** What a person may see; each role may see what the ones before it may. */
export const roles = ["charts", "numbers", "leads-masked", "leads"] as const;
export type Role = (typeof roles)[number];

export function mayAs(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
