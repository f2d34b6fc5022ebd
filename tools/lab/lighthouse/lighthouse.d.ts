/** What is used of Lighthouse, so that the types are checked where the laboratory's packages are not installed. */
declare module "lighthouse" {
  type Audit = {
    score: number | null;
    title: string;
    displayValue?: string;
    numericValue?: number;
  };
  type Category = { id: string; score: number | null; auditRefs: { id: string; weight: number }[] };
  type Result = {
    lhr: {
      runtimeError?: { message: string };
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
    };
  };
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: "silent"; output: "json" },
  ): Promise<Result | undefined>;
}
