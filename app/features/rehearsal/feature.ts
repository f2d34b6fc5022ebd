import type { PageFeature } from "../feature.ts";
import type { AddedToNumberPages } from "../numbers/added.ts";

export const rehearsal: PageFeature = {
  name: "rehearsal",
  needs: ["numbers"],
  adds: {
    numbers: {
      makesVisits: (code) => ({
        command: `npm run claimpath -- rehearse --people 300 --survey ${code} --keep data/rehearsal.db`,
        start: "DATABASE_URL=file:data/rehearsal.db npm start",
      }),
    } satisfies AddedToNumberPages,
  },
};
