// Whether response times reveal who has an account: signing in, signing up and requesting a new
// password, alternating between a known address and unknown ones.
import { randomUUID } from "node:crypto";
import { median } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const KNOWN = "renter@caydrive.test";
const NAMES = { first_name: "Ann", last_name: "Rolle", user_type: "renter" };
const WRONG = "not-this-password";

const ASKED: Record<string, { path: string; body: object }> = {
  "sign-in": { path: "/auth/v1/token?grant_type=password", body: { password: WRONG } },
  "sign-up": { path: "/auth/v1/signup", body: { password: WRONG, data: NAMES } },
  "a new password": { path: "/auth/v1/recover", body: {} },
};

export async function measureProbing(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const measureTime = async (
    { path, body }: { path: string; body: object },
    email: string,
  ): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(program.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, email }),
    });
    await response.text();
    if (response.status >= 429) throw new Error(`${path} returned ${response.status}`);
    return performance.now() - begun;
  };
  try {
    const rows: ResultRow[] = [];
    for (const [name, asked] of Object.entries(ASKED)) {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let round = stage.quick ? -1 : -5; round < (stage.quick ? 5 : 60); round++) {
        const times = [
          await measureTime(asked, KNOWN),
          await measureTime(asked, `${randomUUID()}@example.test`),
        ] as const;
        if (round < 0) continue; // warm-up
        known.push(times[0]);
        unknown.push(times[1]);
      }
      const [one, other] = [median(known), median(unknown)];
      rows.push(
        row(
          `${name}: the longer median over the shorter`,
          ["<=", 1.25],
          Math.max(one, other) / Math.min(one, other),
          {
            detail: `${one.toFixed(1)} ms with an account, ${other.toFixed(1)} ms without`,
          },
        ),
      );
    }
    return rows;
  } finally {
    await program.end("SIGTERM");
  }
}
