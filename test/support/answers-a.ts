import { answersC } from "./answers-c.ts";

/** One good answer to every question of variant A, as its forms post them; VW3 asks the same under longer names. */
export const answersA: typeof answersC = { AutoAccidentCaseWorth: { option: "yes" }, ...answersC };
