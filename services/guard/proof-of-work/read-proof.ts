import * as z from "zod";

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const count = z.number().int().min(0);

/** ALTCHA's payload, of the kind that we ask for. */
const schema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      cost: count,
      data: z.object({ visitor: hex }),
      expiresAt: count,
      keyLength: count,
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: count, derivedKey: hex }),
});

/** @returns the proof in base64 JSON; undefined for anything else */
export function readProof(text: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(text, "base64").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
