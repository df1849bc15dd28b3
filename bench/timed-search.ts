// Times searches, one after another over a single connection.
import { Agent, get } from "node:http";

interface Page {
  listings: unknown[];
  next_cursor: string | null;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * One request on a keep-alive connection.
 * @returns the response and the milliseconds until its last byte
 */
export function timeSearch(url: string): Promise<{ page: Page; ms: number }> {
  return new Promise((done, failed) => {
    const begun = performance.now();
    const request = get(url, { agent }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.on("end", () => {
        const ms = performance.now() - begun;
        if (response.statusCode === 200) done({ page: JSON.parse(body) as Page, ms });
        else failed(new Error(`${url} returned ${response.statusCode}: ${body}`));
      });
    });
    request.once("error", failed);
  });
}

export const closeConnection = (): void => agent.destroy();
