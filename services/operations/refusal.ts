/**
 * A request that cannot be fulfilled, and why: there is no such lead, for example. A command ends with status 1, a page
 * shows it.
 */
export class Refusal extends Error {}
