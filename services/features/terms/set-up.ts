import {
  accessSync,
  chownSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "../../operations/refusal.ts";
import { type Kind, kinds } from "../../settings/destinations/shape.ts";
import type { Settings } from "../../settings/env.ts";
import { BadSetting } from "../../settings/kinds.ts";
import type { FileChange } from "../../store/feature-rows.ts";
import type { Store } from "../../store/store.ts";
import { didYouMean } from "../../yaml/closest.ts";
import {
  before as beforeChange,
  difference,
  type Edit,
  edited,
  type Hunk,
  NotEditable,
} from "../../yaml/yaml-edit.ts";
import { type Fault, yamlIn } from "../../yaml/yaml-file.ts";
import { bodyOf } from "./receiver-form.ts";
import { digestOf, receiversDigest, receiversDigestIn } from "./take-up.ts";

type Context = { store: Pick<Store, "terms" | "termsInForce" | "outbox">; settings: Settings };
type Typed = Readonly<Record<string, string | undefined>>;

/** The owner's file as it is now. `locked`: why the site cannot write it; '' where it can. */
export type OwnersFile = {
  path: string;
  text: string;
  digest: string;
  receivers: Readonly<Record<string, Record<string, unknown>>>;
  order: readonly string[];
  orderBy: string;
  bidSeconds: string;
  locked: string;
};

/** A change of the file that may be made. `what`: in a few words; `says`: what follows from it, a sentence each. */
export type FilePlan = {
  what: string;
  before: string;
  text: string;
  hunks: readonly Hunk[];
  says: readonly string[];
  undoes: number | null;
};
/** Why not, by the form's fields, and for `form` what is of none of them. */
export type FileFaults = { faults: Readonly<Record<string, string>> };

/** @throws Refusal where it is there but cannot be read, or is no YAML */
export function ownersFile({ file }: Pick<Settings, "file">): OwnersFile {
  const path = file ?? "claimpath.yaml";
  const text = file === undefined ? "" : textAt(file);
  const read = yamlIn(text.replace(/^\uFEFF/, ""), path);
  if ("faults" in read) throw new Refusal(read.faults.join(" "));
  const content = (read.document.toJS() ?? {}) as Record<string, unknown>;
  const { destinations, order, "order-by": orderBy = "fixed", "bid-seconds": bidSeconds = "" } = content;
  return {
    path,
    text,
    digest: digestOf(text),
    receivers: isMapping(destinations) ? (destinations as OwnersFile["receivers"]) : {},
    order: Array.isArray(order) ? order.map(String) : [],
    orderBy: String(orderBy),
    bidSeconds: String(bidSeconds),
    locked: file === undefined ? "This site has no claimpath.yaml." : lockedAt(file),
  };
}

const isMapping = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Refusal(`${path} cannot be read now.`);
  }
}

/** A file that nobody may write is meant to be, also for a user who may do everything. */
function lockedAt(path: string): string {
  const locked = `The site may not write ${path}.`;
  try {
    const real = realpathSync(path);
    if ((statSync(real).mode & 0o222) === 0) return locked;
    accessSync(real, constants.W_OK);
    accessSync(dirname(real), constants.W_OK);
    return "";
  } catch {
    return locked;
  }
}

const nameForm = /^[a-z][a-z0-9-]{0,39}$/;

/** A new receiver, or a change of one. @param name of one that is there; undefined for a new one */
export async function planReceiver(
  context: Context,
  file: OwnersFile,
  name: string | undefined,
  typed: Typed,
): Promise<FilePlan | FileFaults> {
  const own = name ?? (typed.name ?? "").trim();
  const isNew = name === undefined;
  const body: Record<string, unknown> = isNew ? {} : (file.receivers[own] ?? {});
  const kind = kindOf(isNew ? typed.kind : body.kind);
  const { values, faults } = bodyOf(kind, body, typed);
  if (isNew && !nameForm.test(own)) faults.name = "Use small letters, digits and -, beginning with a letter.";
  else if (isNew && Object.hasOwn(file.receivers, own)) faults.name = "There is a receiver of this name.";
  const order = typed.place === undefined ? file.order : placed(file.order, own, typed.place.trim());
  if (!order) faults.place = "Use a number such as 1, or nothing for no place in the order.";
  if (Object.keys(faults).length > 0) return { faults };
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  const edits: Edit[] = isNew
    ? [{ path: ["destinations", own], value: { kind, ...Object.fromEntries(said) } }]
    : Object.entries(values).map(([key, value]) => ({ path: ["destinations", own, key], value }));
  const plan = planned(
    context,
    file,
    [...edits, orderEdit(order ?? [])],
    `${isNew ? "adds" : "changes"} ${own}`,
    own,
  );
  if ("faults" in plan) return plan;
  return { ...plan, says: [...plan.says, ...(await lyingOver(context, own))] };
}

export function kindOf(text: unknown): Kind {
  if (Object.hasOwn(kinds, String(text))) return text as Kind;
  throw new Refusal("There is no such kind of receiver.");
}

/** The order with a receiver at a place, counted from 1, or without it; undefined where that is no place. */
function placed(order: readonly string[], name: string, place: string): readonly string[] | undefined {
  const others = order.filter((each) => each !== name);
  if (place === "") return others;
  if (!/^[1-9]\d{0,3}$/.test(place)) return undefined;
  const index = Number(place) - 1;
  return [...others.slice(0, index), name, ...others.slice(index)];
}

const orderEdit = (order: readonly string[]): Edit => ({
  path: ["order"],
  value: order.length > 0 ? order : undefined,
});

/** Terms of a name that the console has changed count whatever the file says. */
async function lyingOver({ store }: Context, name: string): Promise<string[]> {
  const changes = await store.termsInForce.all();
  const isOver = [...changes.keys()].some(
    (key) => key.startsWith(`receiver ${name} `) && !key.endsWith(" paused"),
  );
  return isOver
    ? [
        `What the console has changed in the terms of ${name} counts for it until it is undone, whatever the file says.`,
      ]
    : [];
}

/** Who is asked in which order. */
export function planOrder(context: Context, file: OwnersFile, typed: Typed): FilePlan | FileFaults {
  const faults: Record<string, string> = {};
  const places = Object.keys(file.receivers).flatMap((name): { name: string; place: number }[] => {
    const place = (typed[`place-${name}`] ?? "").trim();
    if (place === "") return [];
    if (!/^[1-9]\d{0,3}$/.test(place)) faults[`place-${name}`] = "Use a number such as 1, or nothing.";
    return [{ name, place: Number(place) }];
  });
  if (Object.keys(faults).length > 0) return { faults };
  const order = places.sort((one, other) => one.place - other.place).map(({ name }) => name);
  const way = (typed["order-by"] ?? "").trim() || "fixed";
  const seconds = (typed["bid-seconds"] ?? "").trim();
  const weight = (name: string) => {
    const text = (typed[`weight-${name}`] ?? "").trim();
    if (way !== "weighted" || !order.includes(name) || text === "") return undefined;
    return /^\d{1,9}$/.test(text) ? Number(text) : text;
  };
  const isSaid = way !== file.orderBy;
  const edits: Edit[] = [
    orderEdit(order),
    ...(isSaid ? [{ path: ["order-by"], value: way === "fixed" ? undefined : way }] : []),
    {
      path: ["bid-seconds"],
      value:
        way !== "best-price" || seconds === ""
          ? undefined
          : /^\d{1,9}$/.test(seconds)
            ? Number(seconds)
            : seconds,
    },
    ...Object.keys(file.receivers).map((name) => ({
      path: ["destinations", name, "weight"],
      value: weight(name),
    })),
  ];
  return planned(context, file, edits, "changes the order");
}

/** Statuses of messages that its receiver is still to get. */
const unfinished = ["waiting", "sending", "unconfigured", "held"];

/** Takes a receiver out that has nothing waiting. @throws Refusal, which says what waits */
export async function planRemoval(
  context: Context,
  file: OwnersFile,
  name: string,
): Promise<FilePlan | FileFaults> {
  const rows = (await context.store.outbox.depth()).filter(
    ({ destination, status }) => destination === name && unfinished.includes(status),
  );
  if (rows.length > 0) {
    const each = rows.map(({ status, count }) => `${count} ${status}`).join(", ");
    throw new Refusal(`${name} still has messages: ${each}. It can go once they are delivered or parked.`);
  }
  const order = file.order.filter((each) => each !== name);
  const isShort = order.length < 2;
  const edits: Edit[] = [
    { path: ["destinations", name], value: undefined },
    orderEdit(order),
    ...(isShort
      ? [
          { path: ["order-by"], value: undefined },
          { path: ["bid-seconds"], value: undefined },
          ...order.map((other) => ({ path: ["destinations", other, "weight"], value: undefined })),
        ]
      : []),
  ];
  const plan = planned(context, file, edits, `takes ${name} out`);
  if ("faults" in plan) return plan;
  return {
    ...plan,
    says: [
      ...plan.says,
      "Its sales stay in the books. Deletions and stops of leads that it has will be yours to pass on.",
    ],
  };
}

/** Brings back what the file said before a change, where it is as that change left it. @throws Refusal */
export function planUndo(context: Context, file: OwnersFile, change: FileChange): FilePlan | FileFaults {
  const text = change.after === file.digest ? beforeChange(file.text, hunksOf(change)) : undefined;
  if (text === undefined || digestOf(text) !== change.before)
    throw new Refusal("The file was changed again since. Undo the later change first, or change it by hand.");
  return { ...checkedPlan(context, file, text, `undoes change ${change.number}`), undoes: change.number };
}

export const hunksOf = ({ hunks }: Pick<FileChange, "hunks">): Hunk[] => JSON.parse(hunks) as Hunk[];

function planned(
  context: Context,
  file: OwnersFile,
  edits: readonly Edit[],
  what: string,
  name?: string,
): FilePlan | FileFaults {
  const text = editedFile(file, edits);
  if (text === file.text) throw new Refusal("Nothing is different from what the file says.");
  return checkedPlan(context, file, text, what, name);
}

/** Its text with some values changed. @throws Refusal */
export function editedFile(
  { path, text }: Pick<OwnersFile, "path" | "text">,
  edits: readonly Edit[],
): string {
  try {
    return edited(text, edits);
  } catch (error) {
    if (error instanceof NotEditable)
      throw new Refusal(`${path} is made of parts that are used again: change it by hand.`);
    throw error;
  }
}

/** Checks a text as a start would. @param name of the receiver whose fields the form has */
function checkedPlan(
  { settings }: Context,
  file: OwnersFile,
  text: string,
  what: string,
  name?: string,
): FilePlan | FileFaults {
  const read = yamlIn(text.replace(/^\uFEFF/, ""), file.path);
  const faults: Record<string, string> = {};
  if ("document" in read)
    for (const fault of settings.receiverFaults(read)) {
      const { field, sentence } = besideField(fault, name);
      faults[field] ??= sentence;
    }
  if (Object.keys(faults).length > 0) return { faults };
  try {
    settings.again(settings.sections, text);
  } catch (error) {
    if (error instanceof BadSetting)
      return { faults: { form: `The site would not start with it: ${error.faults.join("; ")}` } };
    throw error;
  }
  const isByHand = receiversDigestIn(file.text) !== receiversDigest(settings.contents);
  return {
    what,
    before: file.digest,
    text,
    hunks: difference(file.text, text),
    says: isByHand
      ? ["This process runs with other receivers than the file has now: what else differs will count, too."]
      : [],
    undoes: null,
  };
}

/** The field of the form that a fault is of, and what is said beside it. */
function besideField(
  { where, text, meant }: Fault,
  name: string | undefined,
): { field: string; sentence: string } {
  const [section = "", of, key, ...rest] = where.map(String);
  const sentence = `${text}${didYouMean(meant)}`;
  const says = sentence.endsWith("?") ? sentence : `${sentence}.`;
  const isOwn = section === "destinations" && of === name;
  if (isOwn && key !== undefined)
    return { field: key, sentence: rest.length === 0 ? `This ${says}` : `${partOf(rest)} ${says}` };
  if (isOwn) return { field: "name", sentence: `This ${says}` };
  if (name === undefined && key === "weight") return { field: `weight-${of}`, sentence: `This ${says}` };
  if (name === undefined && of === undefined) return { field: section, sentence: `This ${says}` };
  const field = section === "order" && name !== undefined ? "place" : "form";
  return { field, sentence: `${where.join(".")} ${says}` };
}

/** `states, entry 2` */
function partOf(where: readonly string[]): string {
  const parts = where.map((key) => (/^\d+$/.test(key) ? `entry ${Number(key) + 1}` : key));
  return parts.join(", ").replace(/^entry/, "Entry");
}

/**
 * Writes a planned change, and notes who made it.
 * @throws Refusal where the file is not as it was read, or cannot be written; nothing is changed then
 */
export async function makeChange(
  { store, settings }: Context,
  plan: FilePlan,
  person: string,
): Promise<void> {
  const { file } = settings;
  if (file === undefined) throw new Refusal("This site has no claimpath.yaml.");
  const { what, before, text, hunks, undoes } = plan;
  const after = digestOf(text);
  await store.terms.changeFile({ person, what, hunks: JSON.stringify(hunks), before, after, undoes }, () =>
    putFile({ path: file, digest: before }, text),
  );
}

export const changedSince = () =>
  new Refusal("The file was changed since you opened the page. Look at it again.");

/**
 * Puts a text in the place of a file at once, so that nobody reads half of it.
 * @throws Refusal where the file is not as it was read, or cannot be written
 */
export function putFile({ path, digest }: Pick<OwnersFile, "path" | "digest">, text: string): void {
  const real = realpathSync(path);
  const now = digestOf(readFileSync(real, "utf8"));
  if (now === digestOf(text)) return;
  if (now !== digest) throw changedSince();
  const draft = `${real}.new`;
  try {
    const { mode, uid, gid } = statSync(real);
    writeFileSync(draft, text, { mode: mode & 0o777, flush: true });
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, real);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Refusal(`${path} cannot be written (${code}): nothing was changed.`);
  } finally {
    rmSync(draft, { force: true });
  }
}
