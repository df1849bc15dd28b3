// Tests the well-known addresses that scanners and password managers request.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness.ts";
import { readConfig } from "./config.ts";

const ORIGIN = "https://caydrive.example";

let app: TestApp;
beforeAll(async () => {
  const { contacts } = readConfig({ SUPPORT_EMAIL: "help@caydrive.example" });
  app = await startTestApp({ config: { contacts, publicUrl: ORIGIN } });
});
afterAll(() => app.close());

test("names the support address in security.txt, which expires within a year", async () => {
  const { status, headers, body } = await app.call("GET", "/.well-known/security.txt");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  expect(body).toBe(
    `Contact: mailto:help@caydrive.example
Contact: ${ORIGIN}/support
Expires: 2027-05-20T00:00:00.000Z
Preferred-Languages: en
Canonical: ${ORIGIN}/.well-known/security.txt
`,
  );
  app.clock.advance(86_400_000);
  const tomorrow = await app.call("GET", "/.well-known/security.txt");
  expect(tomorrow.body).toContain("Expires: 2027-05-21T00:00:00.000Z");
});

test("redirects password managers to the settings and answers other well-known addresses with 404", async () => {
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await app.call(method, "/.well-known/change-password");
    expect(status).toBe(303);
    expect(headers.get("location")).toBe(`${ORIGIN}/settings#password`);
  }
  const missing = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
  expect((await app.call("GET", missing)).status).toBe(404);
});
