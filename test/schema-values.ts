// Values generated from JSON Schema with fast-check.
import * as fc from "fast-check";
import { TEXTS } from "./malicious-input.ts";

/** The part of JSON Schema that we use. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** The material for requests: the description's schemas by name, and texts (ids, addresses) that
 *  the server knows. */
export interface Vocabulary {
  schemas: Record<string, JsonSchema>;
  known: readonly string[];
}

const MANY = 4;

/** A value that is valid as far as the schema says. */
export function arbitraryValue(schema: JsonSchema, words: Vocabulary): fc.Arbitrary<unknown> {
  const { $ref } = schema;
  if ($ref) return arbitraryValue(words.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, words);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => arbitraryValue(each, words)));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "string") return arbitraryText(schema, words);
  if (schema.type === "integer" || schema.type === "number") {
    const min = Math.max(schema.minimum ?? 0, -1e9);
    const max = Math.min(schema.maximum ?? 1000, min + 1e9);
    if (schema.type === "integer") return fc.integer({ min, max });
    return fc
      .integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) })
      .map((hundredths) => hundredths / 100);
  }
  if (schema.type === "array")
    return fc.array(arbitraryValue(schema.items ?? {}, words), {
      maxLength: Math.min(schema.maxItems ?? MANY, MANY),
    });
  if (schema.type === "object") {
    const { properties = {}, required = [], additionalProperties } = schema;
    const named = fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([key, each]) => [key, arbitraryValue(each, words)]),
      ),
      {
        requiredKeys: required,
      },
    );
    if (typeof additionalProperties !== "object") return named;
    const more = fc.dictionary(
      fc.constantFrom(...TEXTS, ...words.known),
      arbitraryValue(additionalProperties, words),
      {
        maxKeys: MANY,
      },
    );
    return fc.tuple(named, more).map(([some, others]) => ({ ...others, ...some }));
  }
  return fc.jsonValue({ maxDepth: 2 });
}

/** One of the known texts that fits, or any word if none does. */
function arbitraryText(schema: JsonSchema, { known }: Vocabulary): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Infinity, format, allOf = [] } = schema;
  const patterns = [schema, ...allOf].flatMap(({ pattern }) =>
    pattern ? [new RegExp(pattern, "u")] : [],
  );
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((pattern) => pattern.test(text));
  const ours = known.filter(fits);
  if (format === "uuid")
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...ours) },
      { weight: 1, arbitrary: fc.uuid({ version: 4 }) },
    );
  const fitting = [...ours, ...TEXTS.filter(fits)];
  return fc.constantFrom(...(fitting.length > 0 ? fitting : TEXTS));
}
