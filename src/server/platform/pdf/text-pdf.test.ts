// People's words in a PDF are indented on every line, so that none looks like a line of ours.
import { expect, test } from "vitest";
import { openTextPdf } from "./text-pdf.ts";

/** How far each line is from the left edge, in points. */
async function readIndents(lines: (string | { quote: string })[]): Promise<number[]> {
  const text = { title: "Case", sections: [{ title: "The claim", lines }] };
  const { end } = await openTextPdf(text, new Date("2026-12-08T15:00:00.000Z"));
  const body = (await end()).toString("latin1");
  return [...body.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)].map(([, x]) => Number(x)).slice(2);
}

test("indents words after a line break and where a long line wraps", async () => {
  const forged = "Uploaded file. SHA-256 ab12";
  const indents = await readIndents([
    "Keisha Rolle",
    { quote: `The dent is new.\n${forged}\n${`${forged} `.repeat(8)}` },
    forged,
  ]);
  expect(indents.length).toBeGreaterThan(5);
  expect(indents.at(0)).toBe(56);
  expect(indents.at(-1)).toBe(56);
  for (const indent of indents.slice(1, -1)) expect(indent).toBe(80);
});
