// Checks that the links between the documents lead to an existing file and heading.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...globSync("docs/**/*.md", { cwd: ROOT }),
];

/** Turns a heading into an anchor, as repository hosts do. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

test.each(documents)("%s links to existing targets", (document) => {
  const text = readFileSync(join(ROOT, document), "utf8");
  for (const [, target = ""] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    const [path = "", heading] = target.split("#");
    const file = path === "" ? join(ROOT, document) : join(ROOT, dirname(document), path);
    expect(existsSync(file), target).toBe(true);
    if (heading === undefined) continue;
    const anchors = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, each = ""]) =>
      anchor(each),
    );
    expect(anchors, target).toContain(heading);
  }
});
