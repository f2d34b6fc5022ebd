import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Given, walkSurvey } from "./survey-walk.ts";

/** One way through a survey, by the specification. */
export type Way = {
  title: string;
  /** Numbers of the requirements that this way shows. */
  shows: number[];
  path: string;
  answers?: Record<string, Given>;
  /** Steps in their order, each with its progress where the specification gives one: `AtFault:30`. */
  steps: string;
};

/**
 * A survey at a path, by its questions in their order; those that only some visitors are asked are in brackets.
 * @returns makes a way through it of answers and of the questions in brackets that they lead to
 */
export function survey(path: string, order: string) {
  return (answers: Record<string, Given> = {}, asked = ""): Pick<Way, "path" | "answers" | "steps"> => {
    const isAsked = (step: string) => asked.split(" ").includes(step.slice(1).split(/[:)]/)[0]!);
    const steps = order.split(" ").filter((step) => !step.startsWith("(") || isAsked(step));
    return { path, answers, steps: steps.join(" ").replace(/[()]/g, "") };
  };
}

/** Tests each way on the running site, by plain forms: its questions, their progress, and the lead at its end. */
export function walkWays(ways: readonly Way[]): void {
  const site = siteForTests({ TRUST_PROXY: "1", SITE_TIME_ZONE: "UTC" });

  for (const { title, shows, path, answers, steps } of ways) {
    it(title, holds(...shows), async () => {
      const walk = await walkSurvey(site, path, answers);
      const given = steps.split(" ").map((step) => step.split(":"));
      expect(walk.steps).toEqual(given.map(([step]) => step));
      given.forEach(([step, progress], at) => {
        if (progress) expect(walk.progress[at], step).toBe(progress);
      });
      expect(walk.address.pathname).toMatch(/thank-you/);
      expect(walk.lead).toBeDefined();
    });
  }
}
