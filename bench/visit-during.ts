// Visitors of /browse while something else happens.
import { Agent, get } from "node:http";

const PATH = "/browse";
/** A hundred visitors per second. */
const VISIT_EVERY_MS = 10;

/** The milliseconds of one visit. */
function visit(url: string, agent: Agent): Promise<number> {
  return new Promise((done, failed) => {
    const begun = performance.now();
    get(url + PATH, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) done(performance.now() - begun);
        else failed(new Error(`${PATH} returned ${response.statusCode}`));
      });
    }).once("error", failed);
  });
}

/**
 * Visits the page on schedule, whether or not earlier visits have been served, until `work` is
 * done.
 */
export async function visitDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const visits: Promise<number>[] = [];
  const timer = setInterval(() => {
    const one = visit(url, agent);
    one.catch(() => {}); // a failure is reported at the end of the measurement
    visits.push(one);
  }, VISIT_EVERY_MS);
  try {
    await work.finally(() => clearInterval(timer));
    return await Promise.all(visits);
  } finally {
    agent.destroy();
  }
}
