// Requests generated from the OpenAPI description with fast-check: valid, nearly valid and
// malicious.
import * as fc from "fast-check";
import {
  BROKEN_BODIES,
  CONTENT_TYPES,
  HTTP_METHODS,
  MALICIOUS_VALUES,
  ODD_HEADERS,
  PNG,
} from "./malicious-input.ts";
import { arbitraryValue, type JsonSchema, type Vocabulary } from "./schema-values.ts";

type Json = Record<string, unknown>;
export interface Operation {
  /** "POST /api/conversations/{id}/messages" */
  name: string;
  method: string;
  path: string;
  parameters: {
    name: string;
    in: "path" | "query" | "header";
    required: boolean;
    schema: JsonSchema;
  }[];
  /** By content type. */
  body: Record<string, JsonSchema> | undefined;
  /** By status. A client's own protocol has "4XX". */
  responses: Record<string, { description: string }>;
}

export interface Sent {
  operation: Operation;
  method: string;
  /** Encoded, with its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** Reads /api/openapi.json: its operations, and its schemas by name. */
export function readDescription(description: unknown): {
  operations: Operation[];
  schemas: Record<string, JsonSchema>;
} {
  const { paths, components } = description as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: parameters as Operation["parameters"],
      body:
        requestBody === undefined
          ? undefined
          : Object.fromEntries(
              Object.entries(
                (requestBody as { content: Record<string, { schema: JsonSchema }> }).content,
              ).map(([type, { schema }]) => [type, schema]),
            ),
      responses: responses as Operation["responses"],
    })),
  );
  return { operations, schemas: components.schemas };
}

const maliciousValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MALICIOUS_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const toText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
const maliciousText = maliciousValue.map(toText);

/** Changes one thing in a valid body. */
function spoil(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return maliciousValue;
  const keys = Object.keys(body);
  const key = keys.length > 0 ? fc.constantFrom(...keys) : fc.constant("more");
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(key, maliciousValue).map(([name, value]) => ({ ...body, [name]: value })),
    },
    {
      weight: 1,
      arbitrary: key.map((name) =>
        Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(maliciousText, maliciousValue)
        .map(([name, value]) => ({ ...body, [name]: value })),
    },
    { weight: 1, arbitrary: maliciousValue },
  );
}

const files = fc.oneof(
  fc.constantFrom(
    PNG,
    PNG.subarray(0, 40),
    Buffer.from("%PDF-1.7\n%%EOF"),
    Buffer.from("<svg onload=alert(1)>"),
    Buffer.alloc(0),
  ),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
);

/** A valid body for the operation, as text or bytes; undefined for operations without one. */
export function makeBody(
  { body }: Operation,
  words: Vocabulary,
): fc.Arbitrary<{ type: string; value: unknown } | undefined> {
  if (!body) return fc.constant(undefined);
  return fc.oneof(
    ...Object.entries(body).map(([type, schema]) =>
      (isFile(type) ? files : arbitraryValue(schema, words)).map((value) => ({ type, value })),
    ),
  );
}
const isFile = (type: string): boolean =>
  type !== "application/json" && !type.includes("urlencoded");

function write(type: string, value: unknown): string | Buffer {
  if (Buffer.isBuffer(value) || type === "application/json")
    return Buffer.isBuffer(value) ? value : (JSON.stringify(value) ?? "");
  if (typeof value !== "object" || value === null) return toText(value);
  return new URLSearchParams(
    Object.entries(value).map(([key, each]) => [key, toText(each)]),
  ).toString();
}

/** The characters of a text that a header can hold. */
const headerText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
/** encodeURIComponent that accepts lone surrogates. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The path of a request with its parameters filled in. */
export const makePath = ({ path }: Operation, given: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_braces, name: string) => encoded(given[name] ?? ""));

/** One request to an operation, more or less valid. */
export function requestTo(operation: Operation, words: Vocabulary): fc.Arbitrary<Sent> {
  const parametersIn = (where: string): Operation["parameters"] =>
    operation.parameters.filter((each) => each.in === where);
  const perhaps = <T>(
    weight: number,
    often: fc.Arbitrary<T>,
    rarely: fc.Arbitrary<T>,
  ): fc.Arbitrary<T> => fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: rarely });
  const params = fc.record(
    Object.fromEntries(
      parametersIn("path").map(({ name, schema }) => [
        name,
        perhaps(9, arbitraryValue(schema, words).map(toText), maliciousText),
      ]),
    ),
  );
  const query = fc.record(
    Object.fromEntries(
      parametersIn("query").map(({ name, schema }) => [
        name,
        perhaps(
          9,
          arbitraryValue(schema, words).map((value) => [value].flat().map(toText)),
          fc.array(maliciousText, { maxLength: 3 }),
        ),
      ]),
    ),
    {
      requiredKeys: parametersIn("query")
        .filter(({ required }) => required)
        .map(({ name }) => name),
    },
  );
  const more = perhaps(15, fc.constant<string[]>([]), fc.tuple(maliciousText, maliciousText));
  const headers = fc.record({
    odd: perhaps(6, fc.constant({}), fc.constantFrom(...ODD_HEADERS)),
    own: fc.record(
      Object.fromEntries(
        parametersIn("header").map(({ name, schema }) => [
          name,
          arbitraryValue(schema, words).map(toText).map(headerText),
        ]),
      ),
      { requiredKeys: [] },
    ),
  });
  const fitting = makeBody(operation, words);
  const spoilt = fitting.chain((body) =>
    body && !Buffer.isBuffer(body.value)
      ? spoil(body.value).map((value) => ({ ...body, value }))
      : fc.constant(body),
  );
  const broken = fc
    .tuple(fc.constantFrom(...BROKEN_BODIES), fc.constantFrom(...CONTENT_TYPES))
    .map(([text, type]) => ({ type, value: Buffer.from(text) }));
  const body = fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: operation.method === "GET" ? fitting : broken },
  );
  return fc
    .record({
      method: perhaps(25, fc.constant(operation.method), fc.constantFrom(...HTTP_METHODS)),
      params,
      query,
      more,
      headers,
      body,
    })
    .map(
      ({
        method,
        params: inPath,
        query: asked,
        more: [name, value],
        headers: { odd, own },
        body: sent,
      }) => {
        const search = [
          ...Object.entries(asked).flatMap(([key, values]) =>
            values.map((each) => `${encoded(key)}=${encoded(each)}`),
          ),
          ...(name === undefined ? [] : [`${encoded(name)}=${encoded(value ?? "")}`]),
        ].join("&");
        return {
          operation,
          method,
          path: makePath(operation, inPath) + (search && `?${search}`),
          headers: { ...(sent ? { "content-type": sent.type } : {}), ...own, ...odd },
          body: sent && write(sent.type, sent.value),
        };
      },
    );
}
