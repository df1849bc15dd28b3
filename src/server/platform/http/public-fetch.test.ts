// Tests what is fetched and what is refused, against real servers.
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { pipeline, Readable } from "node:stream";
import { brotliCompressSync, createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startSite, type TestSite } from "../../../../test/sites.ts";
import {
  internet,
  isPublicAddress,
  openPublicFetch,
  openPublicPost,
  type PublicFetch,
  type PublicPost,
} from "./public-fetch.ts";

let site: TestSite;
let fetchPublic: PublicFetch;
let postPublic: PublicPost;
beforeAll(async () => {
  site = await startSite();
  fetchPublic = openPublicFetch(site.network);
  postPublic = openPublicPost(site.network);
});
afterAll(() => site.close());

const refusal = (url: string): Promise<unknown> =>
  fetchPublic(url).then(
    () => "let through",
    (error: unknown) => error,
  );

test.each(["8.8.8.8", "203.0.114.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "accepts %s as public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const INSIDE = [
  ..."0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 192.168.1.1 192.0.2.1 198.18.0.1".split(
    " ",
  ),
  ..."224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
  ...":: ::1 fe80::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 2001:db8::1 2001::1 2002:7f00:1::".split(
    " ",
  ),
  ..."64:ff9b::7f00:1 ::7f00:1 4000::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:10.0.0.1".split(
    " ",
  ),
];
test.each(INSIDE)("refuses %s as not public", (address) =>
  expect(isPublicAddress(address)).toBe(false),
);

test.each([
  "http://127.0.0.1:1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://inside.test/",
  "https://metadata.test/",
])("refuses %s before it sends a request", async (url) => {
  expect(await refusal(url)).toMatchObject({ code: "feed_address_refused" });
});

test("refuses a host when one of its addresses is not public", async () => {
  const resolve = async () => [
    { address: "93.184.215.14", family: 4 },
    { address: "10.0.0.7", family: 4 },
  ];
  const asked = openPublicFetch({ resolve, trusted: new Set() })("http://two.test/");
  await expect(asked).rejects.toMatchObject({ code: "feed_address_refused" });
});

test("resolves a name once and connects to that address", async () => {
  const answers = ["127.0.0.1", "10.0.0.7"];
  const resolve = async () => [{ address: answers.shift() ?? "", family: 4 }];
  site.text("/once.ics", "once");
  const fetchRebinding = openPublicFetch({ resolve, trusted: new Set(["rebinding.test"]) });
  const url = `http://rebinding.test:${site.port}/once.ics`;
  expect(await fetchRebinding(url)).toMatchObject({ text: "once" });
  expect(answers).toEqual(["10.0.0.7"]); // the second address was never resolved
});

test.each([
  "file:///etc/passwd",
  "ftp://feeds.test/x",
  "gopher://feeds.test/",
  "data:text/calendar,x",
  "nonsense",
  "",
  "//feeds.test/x",
  "http://me:secret@feeds.test/",
  `http://feeds.test/${"x".repeat(2000)}`,
])("refuses the URL %s", async (url) =>
  expect(await refusal(url)).toMatchObject({ code: "feed_url_invalid" }),
);

describe("redirects", () => {
  const leadTo = (path: string, location: string, status = 302) =>
    site.serve(path, (_request, response) =>
      response.writeHead(status, { location }).end("moved, and a few words more"),
    );

  test.each([301, 302, 303, 307, 308])(
    "follows %i relative to the redirecting URL",
    async (status) => {
      site.text("/deep/target.ics", "found");
      leadTo("/deep/moved.ics", "target.ics", status);
      expect(await fetchPublic(site.url("/deep/moved.ics"))).toMatchObject({ text: "found" });
    },
  );

  test("follows three and refuses a fourth", async () => {
    site.text("/r0", "end");
    for (const n of [1, 2, 3, 4]) leadTo(`/r${n}`, `/r${n - 1}`);
    expect(await fetchPublic(site.url("/r3"))).toMatchObject({ text: "end" });
    expect(await refusal(site.url("/r4"))).toMatchObject({
      code: "feed_too_many_redirects",
      details: { limit: 3 },
    });
  });

  test.each([
    ["http://127.0.0.1:80/", "feed_address_refused"],
    ["http://169.254.169.254/latest/meta-data/", "feed_address_refused"],
    ["http://inside.test/", "feed_address_refused"],
    ["http://[fd00::1]/", "feed_address_refused"],
    ["file:///etc/passwd", "feed_url_invalid"],
  ])("refuses a redirect to %s", async (location, code) => {
    leadTo("/away", location);
    expect(await refusal(site.url("/away"))).toMatchObject({ code });
  });
});

describe("responses", () => {
  test("returns the text and its validators, compressed or not, without a byte order mark", async () => {
    const marks = { etag: '"abc"', "last-modified": "Sat, 21 Nov 2026 17:00:00 GMT" };
    site.text("/plain", "\uFEFFBEGIN: \u00e9", {
      ...marks,
      "content-type": "application/octet-stream",
    });
    expect(await fetchPublic(site.url("/plain"))).toEqual({
      text: "BEGIN: \u00e9",
      etag: '"abc"',
      lastModified: "Sat, 21 Nov 2026 17:00:00 GMT",
    });
    for (const [encoding, pack] of [
      ["gzip", gzipSync],
      ["br", brotliCompressSync],
    ] as const) {
      site.serve("/packed", (_request, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(pack("packed")),
      );
      expect(await fetchPublic(site.url("/packed"))).toEqual({
        text: "packed",
        etag: null,
        lastModified: null,
      });
    }
  });

  test("returns null when the text has not changed", async () => {
    site.serve("/same", ({ headers }, response) => {
      const same =
        headers["if-none-match"] === '"1"' && headers["if-modified-since"] === "yesterday";
      response.writeHead(same ? 304 : 200).end(same ? undefined : "text");
    });
    expect(
      await fetchPublic(site.url("/same"), { etag: '"1"', lastModified: "yesterday" }),
    ).toBeNull();
    expect(await fetchPublic(site.url("/same"), { etag: '"2"', lastModified: null })).toMatchObject(
      { text: "text" },
    );
  });

  test.each([204, 206, 304, 401, 404, 410, 500])("refuses status %i", async (status) => {
    site.serve("/status", (_request, response) => response.writeHead(status).end());
    expect(await refusal(site.url("/status"))).toMatchObject({
      code: "feed_answer_refused",
      details: { status },
    });
  });

  test.each<[string, Record<string, string>]>([
    ["a corrupt encoding", { "content-encoding": "gzip" }],
    ["an unknown encoding", { "content-encoding": "zip" }],
  ])("refuses %s", async (_what, headers) => {
    site.text("/broken", "not packed at all", headers);
    expect(await refusal(site.url("/broken"))).toMatchObject({ code: "feed_unreachable" });
  });

  test("refuses a host that does not answer", async () => {
    expect(await refusal("http://feeds.test:1/")).toMatchObject({ code: "feed_unreachable" });
    expect(await refusal("http://nowhere.test/")).toMatchObject({ code: "feed_unreachable" });
    site.serve("/broken-off", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("begun");
      response.socket?.destroy();
    });
    expect(await refusal(site.url("/broken-off"))).toMatchObject({ code: "feed_unreachable" });
  });
});

describe("endless responses", () => {
  test("stops reading an endless body at two megabytes and closes the connection", async () => {
    const sent = { bytes: 0, closed: false };
    const endless = function* (): Generator<Buffer> {
      for (;;) {
        sent.bytes += 65_536;
        yield Buffer.alloc(65_536, "x");
      }
    };
    site.serve("/endless", (_request, response) => {
      pipeline(Readable.from(endless()), response.writeHead(200), () => (sent.closed = true));
    });
    expect(await refusal(site.url("/endless"))).toMatchObject({
      code: "feed_too_large",
      details: { limit_bytes: 2_000_000 },
    });
    // A connection left open would be closed only after 10 s.
    await vi.waitFor(() => expect(sent.closed).toBe(true), 5000);
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  test("stops decompressing a 100 MB bomb at two megabytes", async () => {
    site.serve("/bomb", (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const pack = createGzip();
      pack.pipe(response);
      pack.end(Buffer.alloc(100_000_000, "x"));
    });
    expect(await refusal(site.url("/bomb"))).toMatchObject({ code: "feed_too_large" });
  });

  test("gives up on a silent site after ten seconds, and on a silent push service after four", async () => {
    site.serve("/silent", () => {});
    const begun = performance.now();
    const posted = postPublic(site.url("/silent"), { headers: {}, body: Buffer.alloc(0) });
    await Promise.all([
      expect(refusal(site.url("/silent"))).resolves.toMatchObject({
        code: "feed_too_slow",
        details: { seconds: 10 },
      }),
      expect(posted).rejects.toMatchObject({ code: "feed_too_slow", details: { seconds: 4 } }),
    ]);
    // Well above ten seconds, because a busy machine is slow, but below the test's own timeout.
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

describe("names", () => {
  const A = 1;

  /** A name server that knows the IPv4 address of one name and does not answer for others. */
  async function startNames(name: string, address: string) {
    const socket = createSocket("udp4");
    let asked = 0;
    socket.on("message", (query, from) => {
      asked++;
      const labels = name
        .split(".")
        .map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
      const question = Buffer.concat([...labels, Buffer.from([0])]);
      if (
        !query.subarray(12).toString("latin1").toLowerCase().startsWith(question.toString("latin1"))
      )
        return;
      const end = 12 + question.length + 4;
      const isAsked = query.readUInt16BE(end - 4) === A;
      const header = Buffer.from([
        query[0]!,
        query[1]!,
        0x81,
        0x80,
        0,
        1,
        0,
        isAsked ? 1 : 0,
        0,
        0,
        0,
        0,
      ]);
      const response = Buffer.from([
        0xc0,
        12,
        0,
        A,
        0,
        1,
        0,
        0,
        0,
        60,
        0,
        4,
        ...address.split(".").map(Number),
      ]);
      socket.send(
        Buffer.concat([header, query.subarray(12, end), ...(isAsked ? [response] : [])]),
        from.port,
        from.address,
      );
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return {
      server: `127.0.0.1:${socket.address().port}`,
      asked: () => asked,
      close: () => void socket.close(),
    };
  }

  test("resolves by DNS, and a silent name server does not block other lookups", async () => {
    const names = await startNames("site.test", "93.184.215.14");
    const { resolve } = internet([names.server]);
    const signal = new AbortController().signal;
    expect(await resolve("site.test", signal)).toEqual([{ address: "93.184.215.14", family: 4 }]);

    const over = new AbortController();
    let ended = 0;
    const silent = Array.from({ length: 30 }, (_, n) =>
      resolve(`h${n}.other.test`, over.signal).finally(() => ended++),
    );
    const outcomes = Promise.allSettled(silent);
    await eventually(() => expect(names.asked()).toBeGreaterThan(30));
    // The card provider's client resolves its server this way.
    await lookup("localhost");
    await resolve("site.test", signal);
    expect(ended).toBe(0);
    over.abort();
    expect((await outcomes).every(({ status }) => status === "rejected")).toBe(true);
    await expect(resolve("site.test", over.signal)).rejects.toBe(over.signal.reason);
    names.close();
  });
});
