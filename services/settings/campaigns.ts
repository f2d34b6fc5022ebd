import * as z from "zod";
import { allFeatures } from "../features.ts";
import { checked, faultText, type Part } from "../yaml/yaml-file.ts";
import { line } from "./kinds.ts";

const ownKeys = allFeatures.flatMap(({ campaign }) => campaign ?? []);

/** An affiliate's own settings: the headline of its ad above the first question. */
const core = z.strictObject({
  affid: z.string("must be a text").regex(/^[\w-]{1,64}$/, "must be an affiliate id"),
  headline: z.strictObject({ en: line(120), es: line(120) }, "must have en and es").optional(),
});

type Campaign = z.infer<typeof core>;

const campaign = core.extend(
  Object.fromEntries(ownKeys.map(({ key, kind }) => [key, kind.optional()])),
) as unknown as z.ZodType<Campaign & Record<string, unknown>>;

/** Headlines by affiliate id. */
export type Campaigns = ReadonlyMap<string, NonNullable<Campaign["headline"]>>;

/** The settings of affiliates. */
export type CampaignsSaid = {
  /** All affiliates with any setting. */
  ids: readonly string[];
  headlines: Campaigns;
  /** Features' settings there, by their keys. */
  ofFeatures: Readonly<Record<string, readonly { affiliate: string; said: unknown }[]>>;
};

/** Reads the settings of affiliates. With any fault, there are none. */
export function readCampaigns(part: Part): { value: CampaignsSaid; faults: string[] } {
  const list = z.array(campaign, "must be a list").max(500, "must have 500 entries at most");
  const read = checked(list, part.given);
  const all = "data" in read ? read.data : [];
  const ids = all.map(({ affid }) => affid);
  const faults =
    "faults" in read
      ? read.faults
      : ids.flatMap((id, index) =>
          ids.indexOf(id) < index ? [{ where: [index, "affid"], text: "is there twice" }] : [],
        );
  return {
    value: {
      ids,
      headlines: new Map(
        all.flatMap(({ affid, headline }) => (headline ? [[affid, headline] as const] : [])),
      ),
      ofFeatures: Object.fromEntries(
        ownKeys.map(({ key }) => [
          key,
          all.flatMap((each) =>
            each[key] === undefined ? [] : [{ affiliate: each.affid, said: each[key] }],
          ),
        ]),
      ),
    },
    faults: faults.map((each) => faultText(part, each)),
  };
}
