import type { DataKind } from "../../../services/analytics/types.ts";

/** Leads from the visits of visitors to simulated ones and back. */
export function WhoseVisits({ address, data }: { address: string; data: DataKind }) {
  return data === "real" ? (
    <p>
      Real visits only. <a href={`${address}?data=simulated`}>Show simulated ones</a>
    </p>
  ) : (
    <p>
      {data === "both" ? "Real and simulated visits." : "Simulated visits only."}{" "}
      <a href={address}>Show those of visitors</a>
    </p>
  );
}
