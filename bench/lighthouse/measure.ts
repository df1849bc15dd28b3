// Lighthouse 13, as a phone, on the pages that a visitor sees first. Each page is measured three
// times, and the median score counts. Lighthouse is large, so it is installed beside this file and
// only when this part is named.
import { launchBrowser } from "../../test/browser.ts";
import { install } from "../install.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const VISITS = 3;

const CATEGORIES = {
  performance: "performance",
  accessibility: "accessibility",
  "best-practices": "best practices",
  seo: "SEO",
  "agentic-browsing": "agentic browsing",
};

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function measureLighthouse(stage: Stage): Promise<ResultRow[]> {
  install(import.meta.dirname);
  const { default: lighthouse } = await import("lighthouse");
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const port = await stage.freePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  try {
    const response = await fetch(`${program.url}/api/listings`);
    const { listings } = (await response.json()) as { listings: { id: string }[] };
    const pages = [
      "/",
      "/browse",
      `/car/${listings[0]?.id}`,
      "/pricing",
      "/faq",
      "/browse?view=map",
    ];
    const rows: ResultRow[] = [];
    for (const path of pages) {
      const reports = [];
      for (let visit = 0; visit < (stage.quick ? 1 : VISITS); visit++) {
        const report = await lighthouse(program.url + path, { port, logLevel: "error" });
        if (!report || report.lhr.runtimeError)
          throw new Error(`${path}: ${report?.lhr.runtimeError?.message}`);
        reports.push(report.lhr);
      }
      const name = path.replace(/\/car\/.*/, "a car");
      const shift = middle(
        reports.map(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN),
      );
      for (const [category, title] of Object.entries(CATEGORIES)) {
        const scores = reports.map(
          ({ categories }) => (categories[category]?.score ?? Number.NaN) * 100,
        );
        const target = category !== "performance" ? 100 : path.includes("view=map") ? 90 : 99;
        const short = new Set(
          reports.flatMap(({ categories, audits }) =>
            (categories[category]?.auditRefs ?? [])
              .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
              .map(({ id }) => id),
          ),
        );
        rows.push(
          row(`${name}: ${title}`, [">=", target], middle(scores), {
            digits: 0,
            detail: [...short].join(", "),
          }),
        );
      }
      rows.push(row(`${name}: layout shift`, ["<=", 0], shift, { digits: 3, detail: "" }));
      stage.say(name);
    }
    return rows;
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}
