// Tests the names of browsers and the shortening of addresses.
import { expect, test } from "vitest";
import { describeDevice, shortAddress } from "./device.ts";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; K) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on an iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on an iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox on a Mac",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`,
    "Opera on Windows",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on an iPad",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"],
  ["NetSurf/3.11 Firefox/10.0", "Firefox"],
  ["curl/8.5.0", "An unknown device"],
  [null, "An unknown device"],
])("%s", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test("shows only the beginning of an address", () => {
  expect(
    ["24.51.16.207", "::ffff:24.51.16.7", "2606:4700:10::1", "::1", "64:ff9b::24.51.16.7"].map(
      shortAddress,
    ),
  ).toEqual(["24.51.…", "24.51.…", "2606:4700:…", "::…", "64:ff9b:…"]);
});
