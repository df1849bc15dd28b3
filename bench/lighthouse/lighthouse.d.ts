// The parts of Lighthouse that the bench uses. It is installed separately and on demand
// (bench/lighthouse/package.json).
declare module "lighthouse" {
  interface Audit {
    id: string;
    title: string;
    /** 0 to 1; null if not applicable. */
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

  /** Visits the URL in the browser with that debugging port, as a phone by default. */
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: "error" },
  ): Promise<Report | undefined>;
}
