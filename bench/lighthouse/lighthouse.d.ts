// What the bench uses of Lighthouse, which is installed apart (bench/lighthouse/package.json) and only when it is asked for.
declare module "lighthouse" {
  interface Audit {
    id: string;
    title: string;
    /** 0 to 1; null when it does not apply. */
    score: number | null;
    numericValue?: number;
    displayValue?: string;
  }

  interface Category {
    /** 0 to 1. */
    score: number | null;
    auditRefs: { id: string; weight: number }[];
  }

  interface Report {
    lhr: {
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
      runtimeError?: { message: string };
    };
  }

  /** Visits the address in the browser whose debugging port that is, as a phone unless told otherwise. */
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: "error" },
  ): Promise<Report | undefined>;
}
