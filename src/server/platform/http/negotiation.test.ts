// Tests Accept headers and If-None-Match as clients, proxies and CDNs really send them.
import { expect, test } from "vitest";
import { chooseEncoding, isUnchanged, namesType } from "./negotiation.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP;Q=0.8 , BR ; q=0.9", "br"],
  ["gzip, br;q=0.5", "gzip"],
  ["br;q=0", undefined],
  ["br;q=0.000, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0, *", "br"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br, *;q=0", "br"],
  ["identity, br;q=0.5", undefined],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["identity;q=0", undefined],
  ["gzip;q=nan, br;q=2, *;q=", undefined],
  [",;q=1, ;,gzip,", "gzip"],
  ["x-brotli, gzipped, embryo", undefined],
])("answers Accept-Encoding: %s with %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test.each([
  ["image/avif,image/webp,image/*,*/*;q=0.8", true],
  ["image/webp, Image/AVIF; q=0.1", true],
  ["image/avif;q=0, image/*", false],
  ["image/*,*/*;q=0.8", false],
  ["image/avif-sequence", false],
  [undefined, false],
])("Accept: %s names AVIF: %s", (header, names) => {
  expect(namesType(header, "image/avif")).toBe(names);
});

test.each([
  [undefined, false],
  ["", false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc" ,"y"', true],
  ['"a,b","abc"', true],
  ["*", true],
  [" * ", true],
  ['"abcd"', false],
  ['"*"', false],
  ["abc", false],
  ['"ab" , "c"', false],
])("If-None-Match: %s matches the tag: %s", (header, matches) => {
  expect(isUnchanged(header, '"abc"')).toBe(matches);
  expect(isUnchanged(header, 'W/"abc"')).toBe(matches);
});
