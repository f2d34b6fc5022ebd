import { actionIn } from "../site/do-not-sell-data.ts";
import { DoNotSellContent, metaIn } from "../site/do-not-sell-route.tsx";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";

export { loader } from "../site/do-not-sell-data.ts";
export const action = actionIn("en");
export const meta = metaIn("en");

export default function DoNotSellRoute() {
  return (
    <SiteLayout company={useCompany()}>
      <DoNotSellContent language="en" />
    </SiteLayout>
  );
}
