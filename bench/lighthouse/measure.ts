// Lighthouse 13, as a phone, on the public pages. Each page is measured three times, and the median
// score counts. Lighthouse is large, so it is installed beside this file and only when this part is
// named.
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

interface Report {
  audits: Record<string, { numericValue?: number } | undefined>;
}

const middleFigure = (reports: readonly Report[], audit: string): number =>
  middle(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));

/** The paths of the public pages, among them a car's and its host's. */
async function findPages(url: string): Promise<string[]> {
  const { listings } = (await (await fetch(`${url}/api/listings`)).json()) as {
    listings: { id: string }[];
  };
  const carId = listings[0]?.id;
  const car = (await (await fetch(`${url}/api/listings/${carId}`)).json()) as { host_id: string };
  return [
    "/",
    "/browse",
    "/browse/exumas",
    "/browse?view=map",
    `/car/${carId}`,
    `/hosts/${car.host_id}`,
    "/pricing",
    "/faq",
    "/about",
    "/support",
    "/terms",
    "/privacy",
    "/auth",
  ];
}

export async function measureLighthouse(stage: Stage): Promise<ResultRow[]> {
  install(import.meta.dirname);
  const { default: lighthouse } = await import("lighthouse");
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const port = await stage.freePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  try {
    const rows: ResultRow[] = [];
    for (const path of await findPages(program.url)) {
      const reports = [];
      for (let visit = 0; visit < (stage.quick ? 1 : VISITS); visit++) {
        const report = await lighthouse(program.url + path, { port, logLevel: "error" });
        if (!report || report.lhr.runtimeError)
          throw new Error(`${path}: ${report?.lhr.runtimeError?.message}`);
        reports.push(report.lhr);
      }
      const name = path.replace(/\/car\/.*/, "a car").replace(/\/hosts\/.*/, "a host");
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
      const shift = middleFigure(reports, "cumulative-layout-shift");
      const blocked = middleFigure(reports, "total-blocking-time");
      rows.push(
        row(`${name}: layout shift`, ["<=", 0], shift, { digits: 3, detail: "" }),
        row(`${name}: total blocking time`, ["<=", 150], blocked, {
          digits: 0,
          unit: " ms",
          detail: "",
        }),
      );
      stage.say(name);
    }
    return rows;
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}
