import { dirname, resolve } from "node:path";
import * as z from "zod";
import { readJson } from "./json-file.ts";
import { line, phoneOf, tollFree } from "./kinds.ts";
import { type Photo, readPhoto } from "./photo.ts";

const webAddress = z.url({ protocol: /^https$/, error: "must be an https address" });
const some = <Item extends z.ZodType>(item: Item) =>
  z.array(item, "must be a list").max(100, "must have 100 entries at most");

/** What the operator says of who is behind the site. Pages leave out what is not said. */
const standing = z.strictObject(
  {
    legalName: line(120).optional(),
    /** Where the company is registered, as it is read: `Delaware`. */
    registeredIn: line(60).optional(),
    /** When somebody answers the telephone. */
    hours: z.strictObject({ en: line(120), es: line(120) }, "must have en and es").optional(),
    team: some(
      z.strictObject(
        { name: line(80), role: line(120), photo: line(200).optional() },
        "must have name and role",
      ),
    ).optional(),
    /** Who has reviewed the articles. */
    reviewer: z
      .strictObject(
        { name: line(80), title: line(120), barRecord: webAddress, photo: line(200).optional() },
        "must be an object",
      )
      .optional(),
    /** Law firms that take part. */
    firms: some(
      z.strictObject({ name: line(120), city: line(80), barRecord: webAddress }, "must be an object"),
    ).optional(),
  },
  "must be an object",
);

const phone = z
  .string("must be a text")
  .refine((text) => tollFree.safeParse(text).success, "must be a US toll-free number such as +18775550142");

/** As the pages show it: `photo` is an address of this site. */
export type Standing = z.infer<typeof standing>;

/** What the file says, and the photos that it names by paths of their own, relative to it. */
export type CompanyFile = {
  standing: Standing;
  photos: Photo[];
  /** Takes the place of `DEFAULT_PHONE`. */
  phone: ReturnType<typeof phoneOf> | undefined;
};

/** A setting that names a JSON file about the company; becomes what it says. Faults name the file and the place. */
export const companyFile = z.string().transform((file, context): CompanyFile => {
  const refuse = (fault: string) => {
    context.addIssue({ code: "custom", message: `a JSON file about the company (${file}: ${fault})` });
    return z.NEVER;
  };
  const read = readJson(file);
  if ("fault" in read) return refuse(read.fault);
  const checked = standing.extend({ phone: phone.optional() }).safeParse(read.content);
  if (!checked.success) return refuse(checked.error.issues.map(faultIn).join(", "));
  const { phone: dial, ...said } = checked.data;
  const photos: Photo[] = [];
  for (const person of [...(said.team ?? []), ...(said.reviewer ? [said.reviewer] : [])]) {
    if (person.photo === undefined) continue;
    const photo = readPhoto(resolve(dirname(file), person.photo));
    if ("fault" in photo) return refuse(`photo of ${person.name}: ${photo.fault}`);
    photos.push(photo);
    person.photo = photo.address;
  }
  return { standing: said, photos, phone: dial === undefined ? undefined : phoneOf(dial) };
});

/** For example `team 2 role must be a text`. */
function faultIn({ path, message, ...issue }: z.core.$ZodIssue): string {
  const place = path.map((part) => (typeof part === "number" ? part + 1 : String(part))).join(" ") || "it";
  return issue.code === "unrecognized_keys"
    ? `${place} has no field ${issue.keys[0]}`
    : `${place} ${message}`;
}
