import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { mostViews } from "../../../../services/store/saved-views.ts";
import { demandAccess } from "../../../server/graph-access.ts";
import { readConsoleForm } from "../../../server/read-body.ts";
import { variantOf } from "../../site-of.ts";
import type { RefusedView } from "../views-page.tsx";
import { nameIn, pageIn } from "./read-view.ts";
import { addressOf } from "./views-of.ts";

/**
 * Saves, renames or deletes a view of a survey: 303 to what was saved or to the list, 422 with why not.
 * @throws Response 404 for who may not see the numbers, and where there is no such survey
 */
export async function changeViews(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { name: person } = await demandAccess(args, "numbers");
  const { code } = variantOf(params.code);
  const form = await readConsoleForm(args.request);
  const { savedViews } = context.services.store;
  const list = `/graphs/${code}/views`;
  const { intent, id = "", page, query } = form;
  const refuse = (refused: RefusedView) => {
    context.refused = true;
    return data(refused, { status: 422 });
  };
  if (intent === "delete") {
    await savedViews.remove(code, id);
    return redirect(list, 303);
  }
  const said = { name: (form.name ?? "").slice(0, 200), id, page, query };
  const name = nameIn(form.name);
  if (intent === "rename") {
    if (name.wrong !== undefined) return refuse({ ...said, wrong: name.wrong });
    const done = await savedViews.rename(code, id, name.value);
    if (done === "renamed") return redirect(list, 303);
    return refuse({ ...said, wrong: done === "taken" ? taken : "This view has been deleted." });
  }
  const kept = pageIn(code, form);
  if (intent !== "save" || kept.wrong !== undefined)
    return refuse({ name: "", id: "", wrong: kept.wrong ?? "Unknown action." });
  if (name.wrong !== undefined) return refuse({ ...said, id: "", wrong: name.wrong });
  const done = await savedViews.save({ variant: code, name: name.value, ...kept.value, person });
  if (done === "saved") return redirect(addressOf(code, kept.value.page, kept.value.query), 303);
  const full = `This survey already has ${mostViews} saved views; delete one first.`;
  return refuse({ ...said, id: "", wrong: done === "taken" ? taken : full });
}

const taken = "This survey already has a view with this name.";
