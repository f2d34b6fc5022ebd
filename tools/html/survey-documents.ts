import { stepAddress } from "../../app/survey/screen/step-address.ts";
import { parseAnswer } from "../../machines/fields.ts";
import { today } from "../../machines/rules/dates.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Step } from "../../machines/steps/step.ts";
import { topState } from "../../machines/visit/replay.ts";
import { readSettings } from "../../services/settings/env.ts";
import { openSite } from "../../test/paths/http-layer.ts";
import { newSuites } from "../../test/paths/model/all-suites.ts";
import type { Path } from "../../test/paths/model/edge-cover.ts";
import { caseName } from "../../test/paths/model/quotient.ts";
import type { World } from "../../test/paths/model/worlds.ts";
import { turnsOf } from "../../test/paths/turns.ts";
import type { Answer, FormVisitor } from "../../test/support/form-visitor.ts";
import { noon } from "../../test/support/lead-facts.ts";
import type { Documents } from "./validate.ts";

const day = today(noon, "UTC", "UTC");

/**
 * Adds every step of every survey as plain forms show it: at first, with nothing filled in, with what cannot be right,
 * answered, and with whatever the services say, along every way from one step to another.
 */
export async function addSurveyDocuments(documents: Documents): Promise<void> {
  await using site = await openSite(readSettings({ SITE_TIME_ZONE: "UTC" }));
  for (const { world, edgePaths } of newSuites) {
    const looked = new Set<string>();
    for (const path of telling(edgePaths)) {
      await site.walk(world, turnsOf(path), lookAround(world, looked, documents));
    }
  }
}

/** The paths on which a step follows another, or a service says something, as on none before. */
function telling(paths: readonly Path[]): Path[] {
  const met = new Set<string>();
  return paths.filter((path) => {
    const ways = path.map(({ from, to, tried }) => {
      const said = tried.kind === "outcome" ? caseName({ tried }) : "";
      return [topState(from.snapshot), said, topState(to.snapshot)].join();
    });
    const isNew = ways.some((way) => !met.has(way));
    for (const way of ways) met.add(way);
    return isNew;
  });
}

/** Looks at a page and, once for each step, at its refused forms and at the step before, which has its answer by now. */
function lookAround({ label, entry }: World, looked: Set<string>, documents: Documents) {
  let before = "";
  return async (visitor: FormVisitor) => {
    const add = () => {
      const { step, status, html } = visitor.screen;
      documents.add(`${label} ${step || "at its end"} (${status})`, html);
    };
    const shown = visitor.screen;
    const step = stepNamed(shown.step, entry.variant.machine);
    add();
    if (before && before !== shown.step && !looked.has(`${before} answered`)) {
      looked.add(`${before} answered`);
      await visitor.open(stepAddress(entry.path, {}, before));
      add();
    }
    before = shown.step;
    if (!step || looked.has(shown.step)) return;
    looked.add(shown.step);
    for (const post of refusedBy(step)) {
      visitor.screen = shown;
      await visitor.post(post);
      add();
    }
  };
}

/** Answers that a step's form cannot take: none, and nonsense in every field. */
function refusedBy(step: Step): Answer[] {
  if (step.kind === "end") return [];
  const nonsense = Object.fromEntries((step.fields ?? []).map(({ name }) => [name, "?"]));
  return [{}, nonsense].filter((post) => !parseAnswer(step, post, day).ok);
}
