/** What was asked for cannot be done, and why: there is no such lead, for example. A command ends with status 1, a page says so. */
export class Refusal extends Error {}
