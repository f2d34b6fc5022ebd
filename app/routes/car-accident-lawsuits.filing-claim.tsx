import { ArticleRoute, articleMeta } from "../site/article-route.tsx";
import { filingClaim } from "../site/articles/filing-claim.tsx";

export const meta = articleMeta(filingClaim);

export default function FilingClaimRoute() {
  return <ArticleRoute article={filingClaim} />;
}
