import { actionIn } from "../site/do-not-sell-data.ts";
import { DoNotSellContent, metaIn } from "../site/do-not-sell-route.tsx";
import { SpanishLayout } from "../site/spanish-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export const handle = { language: "es" };
export { loader } from "../site/do-not-sell-data.ts";
export const action = actionIn("es");
export const meta = metaIn("es");

export default function SpanishDoNotSellRoute() {
  return (
    <SpanishLayout company={useCompany()}>
      <DoNotSellContent language="es" />
    </SpanishLayout>
  );
}
