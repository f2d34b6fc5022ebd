import type { DataKind } from "../../../services/features/numbers/types.ts";

/** Switches between real and simulated visits. */
export function WhoseVisits({ address, data }: { address: string; data: DataKind }) {
  return data === "real" ? (
    <p>
      Real visits only. <a href={`${address}?data=simulated`}>Show simulated visits</a>
    </p>
  ) : (
    <p>
      {data === "both" ? "Real and simulated visits." : "Simulated visits only."}{" "}
      <a href={address}>Show real visits</a>
    </p>
  );
}
