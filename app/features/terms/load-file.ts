import type { AppLoadContext } from "@remix-run/node";
import { type FormField, formOf } from "../../../services/features/terms/receiver-form.ts";
import {
  changedSince,
  type FileFaults,
  type FilePlan,
  hunksOf,
  kindOf,
  makeChange,
  type OwnersFile,
  ownersFile,
  planOrder,
  planReceiver,
  planRemoval,
  planUndo,
} from "../../../services/features/terms/set-up.ts";
import { receiversDigestIn, runningWith } from "../../../services/features/terms/take-up.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { type Kind, kinds, waysOfOrder } from "../../../services/settings/destinations/shape.ts";
import { changeKey, termFields } from "../../../services/settings/destinations/terms.ts";
import type { Hunk } from "../../../services/yaml/yaml-edit.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

/** The result of a press; `diff`: what would be different in the file; `paste`: all of it, where the site cannot write it. */
export type FilePressed = {
  look?: SecondLook;
  diff?: readonly Hunk[];
  paste?: string;
  text: string;
  faults: Readonly<Record<string, string>>;
  given: Readonly<Record<string, string | undefined>>;
};

/** What every page of the file shows of it. `seen`: its digest; `locked`: why it cannot be written. */
export type FileState = { path: string; seen: string; locked: string };
const stateOf = ({ path, digest, locked }: OwnersFile): FileState => ({ path, seen: digest, locked });

/** @throws Response 409 where the file cannot be read just now */
function fileOf({ services }: AppLoadContext): OwnersFile {
  try {
    return ownersFile(services.settings);
  } catch (error) {
    if (error instanceof Refusal) throw new Response(error.message, { status: 409 });
    throw error;
  }
}

const noPage = () => new Response("There is no such page.", { status: 404 });

/** Which receiver a page's address names, or the kind of a new one; json at first. @throws Response 404 */
export function askedIn(request: Request): { name: string | undefined; kind: Kind } {
  const query = new URL(request.url).searchParams;
  const kind = query.get("kind") ?? "json";
  if (!Object.hasOwn(kinds, kind)) throw noPage();
  return { name: query.get("receiver") ?? undefined, kind: kind as Kind };
}

export type SetUpData = Awaited<ReturnType<typeof setUpData>>;

/** The form of a receiver, as the file has it. @throws Response 404 for one that is not there */
export async function setUpData(context: AppLoadContext, { name, kind: asked }: ReturnType<typeof askedIn>) {
  const file = fileOf(context);
  const body = name === undefined ? {} : file.receivers[name];
  if (body === undefined || (name !== undefined && !Object.hasOwn(file.receivers, name))) throw noPage();
  const kind = name === undefined ? asked : kindIn(body.kind);
  const changes = await context.services.store.termsInForce.all();
  const changed = termFields.filter(
    (field) => name !== undefined && changes.has(changeKey("receiver", name, field)),
  );
  const place = name === undefined ? -1 : file.order.indexOf(name);
  return {
    ...stateOf(file),
    name: name ?? "",
    kind,
    kinds: Object.keys(kinds),
    address: `/console/terms/set-up?${name === undefined ? `kind=${kind}` : `receiver=${encodeURIComponent(name)}`}`,
    subjects: formOf(kind, body).map(({ title, fields }) => ({
      title,
      fields: fields.map((field): FormField => {
        const isChanged = changed.some((each) => each === field.key);
        const hint = isChanged ? "The console has changed this, and that counts." : field.hint;
        return { ...field, hint };
      }),
    })),
    place: place < 0 ? "" : String(place + 1),
    order: file.order,
  };
}

function kindIn(given: unknown): Kind {
  try {
    return kindOf(given);
  } catch {
    throw noPage();
  }
}

export type OrderData = ReturnType<typeof orderData>;

/** Who is asked in which order, as the file has it. */
export function orderData(context: AppLoadContext) {
  const file = fileOf(context);
  const rows = Object.entries(file.receivers).map(([name, body]) => {
    const place = file.order.indexOf(name);
    const weight = body?.weight;
    return {
      name,
      place: place < 0 ? "" : String(place + 1),
      weight: weight === undefined ? "" : String(weight),
    };
  });
  const rank = ({ place }: { place: string }) => (place === "" ? Number.POSITIVE_INFINITY : Number(place));
  return {
    ...stateOf(file),
    rows: rows.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name)),
    ways: waysOfOrder,
    orderBy: file.orderBy,
    bidSeconds: file.bidSeconds,
  };
}

const newest = 30;

export type FileData = Awaited<ReturnType<typeof fileData>>;

/** What was changed in the file from the console, and which processes run with it. */
export async function fileData(context: AppLoadContext) {
  const { services } = context;
  const file = fileOf(context);
  const zone = services.settings.siteTimeZone;
  const history = await services.store.terms.fileHistory(newest);
  return {
    ...stateOf(file),
    changes: history.map((change) => ({
      number: change.number,
      what: change.what,
      by: `${printable(change.person) || "somebody"}, ${shownTime(change.at, zone)}`,
      hunks: hunksOf(change),
      canUndo: change.after === file.digest && file.locked === "",
    })),
    processes: await runningWith(services, receiversDigestIn(file.text) ?? ""),
  };
}

/** What a page of the file asks for by a press. */
type Asks = (file: OwnersFile, form: PostedForm) => Promise<FilePlan | FileFaults> | FilePlan | FileFaults;

/** Adds or changes a receiver, or takes one out. */
export const pressedSetUp =
  ({ services }: AppLoadContext, { name, kind }: ReturnType<typeof askedIn>): Asks =>
  (file, { intent, ...typed }) => {
    if (name !== undefined && !Object.hasOwn(file.receivers, name)) throw noPage();
    if (intent === "save") return planReceiver(services, file, name, { ...typed, kind });
    if (intent === "remove" && name !== undefined) return planRemoval(services, file, name);
    throw new Refusal("You can’t do that here.");
  };

export const pressedOrder =
  ({ services }: AppLoadContext): Asks =>
  (file, { intent, ...typed }) => {
    if (intent === "save") return planOrder(services, file, typed);
    throw new Refusal("You can’t do that here.");
  };

export const pressedUndo =
  ({ services }: AppLoadContext): Asks =>
  async (file, { intent, change }) => {
    if (intent !== "undo") throw new Refusal("You can’t do that here.");
    const history = await services.store.terms.fileHistory(newest);
    const found = history.find(({ number }) => String(number) === change);
    if (!found) throw new Refusal("There is no such change.");
    return planUndo(services, file, found);
  };

/**
 * A change of the file: shown as the difference first, and written once that is confirmed.
 * @returns undefined when done
 */
export async function pressFile(
  { services }: AppLoadContext,
  { "console-page": _, confirmed, seen, ...form }: PostedForm,
  asks: Asks,
  { person, back }: { person: string; back: string },
): Promise<FilePressed | undefined> {
  const refuse = (text: string, faults: FilePressed["faults"] = {}): FilePressed => ({
    text,
    faults,
    given: form,
  });
  try {
    const file = ownersFile(services.settings);
    if (seen !== file.digest) return refuse(changedSince().message);
    const plan = await asks(file, form);
    if ("faults" in plan) return refuse(plan.faults.form ?? "", plan.faults);
    const name = lookAt(plan.before, plan.text);
    if (file.locked !== "")
      return {
        ...refuse(`${file.locked} Put this in its place yourself, and restart.`),
        diff: plan.hunks,
        paste: plan.text,
      };
    if (confirmed !== name)
      return {
        ...refuse(""),
        diff: plan.hunks,
        look: lookOf(file, plan, { ...form, seen, confirmed: name }),
      };
    await services.store.readings.add(person, "console file", [], {
      about: plan.what,
      reason: `see ${back}`,
    });
    await makeChange(services, plan, person);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message);
    throw error;
  }
}

function lookOf(file: OwnersFile, plan: FilePlan, form: PostedForm): SecondLook {
  return {
    says: [
      `This ${plan.what}. In ${file.path} these lines become others, and nothing else:`,
      ...plan.says,
      "The processes over this file go over to it within seconds; others say so on the next page.",
    ],
    warns: "",
    fields: Object.fromEntries(Object.entries(form).map(([key, value]) => [key, value ?? ""])),
    button: "Write it into the file",
  };
}
