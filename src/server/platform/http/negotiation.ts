// Content negotiation and conditional requests (RFC 9110, sections 12.5 and 13.1.2).

/** The encodings in which pages are compressed, best first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const WEIGHT = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** The weight of each value of an Accept header. A malformed weight counts as a refusal. */
function readWeights(header: string | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of (header ?? "").toLowerCase().split(",")) {
    const [value = "", ...parameters] = element.split(";").map((part) => part.trim());
    const weight = parameters.find((each) => each.startsWith("q="));
    weights.set(value, weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0));
  }
  return weights;
}

/**
 * The best encoding for an Accept-Encoding header; undefined for none. A client that refuses every
 * encoding gets plain bytes too, which serve it better than a 406.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const weights = readWeights(acceptEncoding);
  const weigh = (coding: string): number => weights.get(coding) ?? weights.get("*") ?? 0;
  return ENCODINGS.filter((each) => weigh(each) > 0 && weigh(each) >= weigh("identity")).toSorted(
    (a, b) => weigh(b) - weigh(a),
  )[0];
}

/**
 * Whether an Accept header names a media type explicitly. A wildcard such as image/* does not
 * count.
 */
export const namesType = (accept: string | undefined, type: string): boolean =>
  (readWeights(accept).get(type) ?? 0) > 0;

/**
 * Whether If-None-Match lists the current entity tag. Caches may have weakened the tag on the way.
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");
  const tags = ifNoneMatch.match(/(W\/)?"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === "*" || tags.map(withoutWeakness).includes(withoutWeakness(etag));
}
