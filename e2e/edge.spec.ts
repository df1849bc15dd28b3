// HTTP edge cases: requests that no browser sends, and visitors under another host name.
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "./fixtures.ts";
import { demoCar, signInOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * A request with exactly this path and these headers, which neither fetch nor a browser would send.
 */
function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((done, failed) => {
    const sent = httpRequest(
      { hostname, port, method, path, headers: { host, ...headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.once("error", failed).end();
  });
}

test("redirects a visitor under another host name, keeping path and query", async ({
  app,
  page,
}) => {
  const elsewhere = app.url.replace("127.0.0.1", "localhost");
  await page.goto(`${elsewhere}/browse?location=Nassau`);
  expect(page.url()).toBe(`${app.url}/browse?location=Nassau`);
  const foreign = await ask(app.url, "/auth", { host: "rebind.evil.example" });
  expect(foreign).toMatchObject({
    status: 307,
    headers: { location: `${app.url}/auth`, "cache-control": "no-store" },
  });
  expect((await ask(app.url, "/dev/mailbox.json", { host: "rebind.evil.example" })).status).toBe(
    404,
  );
  expect((await ask(app.url, "/healthz", { host: "10.0.0.7:3000" })).status).toBe(200);
});

test("one request's Host header does not change what others see", async ({ app, page }) => {
  const [mine, other] = [await demoCar(page, "instant", 0), await demoCar(page, "instant", 1)];
  const { host } = new URL(app.url);
  for (const name of [`${host}/book/${other.id}?`, `${host}/book/${other.id}#`, "", "a b", "["])
    expect((await ask(app.url, `/book/${mine.id}`, { host: name })).status, name).toBeLessThan(500);
  const { text } = await ask(app.url, `/book/${mine.id}`);
  expect(text).toContain(mine.id);
  expect(text).not.toContain(other.id);
});

test("unknown paths are 404 pages, however they are written", async ({ app }) => {
  for (const path of [
    "//elsewhere.example/browse",
    "//[",
    "/%E0%A4%A",
    "/%ff",
    `/book/${"x".repeat(400)}`,
  ]) {
    const response = await ask(app.url, path);
    expect(response.status, path).toBe(404);
    expect(response.headers["content-type"], path).toContain("text/html");
    expect(response.text, path).toMatch(/Return to Home|Car not found/);
  }
  expect((await ask(app.url, "/.well-known/nothing")).status).toBe(404);
  for (const path of ["//", "/browse/", "http://elsewhere.example/browse"])
    expect((await ask(app.url, path)).status, path).toBeLessThan(500);
});

test("refuses an unsatisfiable range of a file", async ({ app }) => {
  const { text } = await ask(app.url, "/");
  const script = /"(\/assets\/[\w.-]+\.js)"/.exec(text)?.[1] ?? "";
  expect((await ask(app.url, script, { range: "bytes=99999999-" })).status).toBe(416);
  expect((await ask(app.url, script, { "if-match": '"another"' })).status).toBe(412);
});

test("renders an unchanged page identically and answers 304", async ({ app }) => {
  const [tag = "", again] = await Promise.all(
    ["br", "gzip"].map(
      async (encoding) =>
        (await ask(app.url, "/terms", { "accept-encoding": encoding })).headers.etag,
    ),
  );
  expect(tag).toMatch(/^W\/"/); // a tag for several encodings is weak
  expect(again).toBe(tag);
  for (const known of [tag, tag.replace("W/", ""), `"another", ${tag}`, "*"]) {
    const response = await ask(app.url, "/terms", { "if-none-match": known });
    expect(response, known).toMatchObject({
      status: 304,
      text: "",
      headers: { etag: tag, vary: "accept-encoding" },
    });
  }
  expect((await ask(app.url, "/terms", { "if-none-match": 'W/"another"' })).status).toBe(200);
});

test("sends pages and files in an encoding that the client accepts", async ({ app }) => {
  const { text } = await ask(app.url, "/");
  const script = /"(\/assets\/[\w.-]+\.js)"/.exec(text)?.[1] ?? "";
  for (const path of ["/terms", "/pricing?price=61.08&utm_source=x", "/nowhere", script])
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip;q=1, br;q=0.5", "gzip"],
      ["br;q=0", undefined],
      ["br;q=0, gzip;q=0.1", "gzip"],
      ["*;q=0", undefined],
      ["identity;q=0", undefined],
    ] as const) {
      const { status, headers } = await ask(app.url, path, { "accept-encoding": accepted });
      expect(status, path).toBe(path === "/nowhere" ? 404 : 200);
      expect(headers["content-encoding"], `${path} with ${accepted}`).toBe(encoding);
      expect(headers.vary, path).toContain("accept-encoding");
    }
});

test("never reflects a request: no page is rendered per person, and TRACE is refused", async ({
  app,
  page,
}) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  const token = await page.evaluate(() => {
    const { access_token } = JSON.parse(localStorage.getItem("caydrive.session") ?? "{}") as {
      access_token: string;
    };
    return access_token;
  });
  const mine = {
    authorization: `Bearer ${token}`,
    cookie: "caydrive.session=planted",
    "x-forwarded-for": "planted",
  };
  // The first request fills the cache for all: with a token, and a price that no request has used.
  for (const path of ["/dashboard", "/pricing?price=61.07", "/browse?min_price=61.07", "/admin"]) {
    const asked = await ask(app.url, path, mine);
    expect(asked.status, path).toBe(200);
    expect(asked.text, path).not.toMatch(/planted|Andre/);
    expect((await ask(app.url, path)).text, path).toBe(asked.text);
  }
  for (const path of ["/", "/dashboard", "/api/profile", "/auth/v1/user", "/nowhere"]) {
    const { status, text } = await ask(app.url, path, { ...mine, "x-planted": "planted" }, "TRACE");
    expect([404, 405, 501], path).toContain(status);
    expect(text, path).not.toContain("planted");
  }
});
