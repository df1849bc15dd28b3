// Checks requests against the parts of Stripe's published OpenAPI description that we call
// (fixtures/stripe-openapi.json; scripts/stripe/extract-description.ts says where it is from).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Wire } from "./stripe-parameters.ts";

interface Schema {
  type?: string;
  enum?: unknown[];
  maxLength?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}
interface Description {
  operations: { method: string; path: string; schema: Schema }[];
}

const { operations } = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/stripe-openapi.json"), "utf8"),
) as Description;

/** Added to the API after this copy of the description. The SDK's declarations describe them. */
const NEWER: Record<string, readonly string[]> = {
  "/v1/checkout/sessions": ["allowed_payment_method_types", "adaptive_pricing", "created"],
  "/v1/payment_intents": ["allowed_payment_method_types"],
};

/**
 * What is wrong with a request according to the description; empty if nothing is.
 * @param given the form or the query as sent
 */
export function findViolations(
  method: string,
  pathname: string,
  given: Record<string, Wire>,
): string[] {
  const operation = operations.find(
    (each) =>
      each.method === method.toLowerCase() &&
      new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  if (!operation) return [`${method} ${pathname} is not in the description`];
  const newer = NEWER[operation.path] ?? [];
  const known = Object.entries(given).filter(([name]) => !newer.includes(name));
  return check(operation.schema, Object.fromEntries(known), "");
}

function check(schema: Schema, value: Wire, at: string): string[] {
  const { anyOf, type } = schema;
  if (anyOf) {
    const tries = anyOf.map((each) => check(each, value, at));
    return tries.some((found) => found.length === 0) ? [] : tries.flat();
  }
  if (type === "object") return checkObject(schema, value, at);
  if (type === "array") {
    if (typeof value !== "object") return [`${at} is not a list`];
    return Object.entries(value).flatMap(([index, each], position) =>
      index === String(position)
        ? check(schema.items ?? {}, each, `${at}[${index}]`)
        : [`${at} is not a list`],
    );
  }
  return checkText(schema, value, at);
}

function checkObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Wire,
  at: string,
): string[] {
  if (typeof value !== "object") return [`${at} is not an object`];
  const name = (key: string): string => (at === "" ? key : `${at}[${key}]`);
  const missing = required.filter((key) => !(key in value));
  return [
    ...missing.map((key) => `${name(key)} is missing`),
    ...Object.entries(value).flatMap(([key, each]) => {
      const schema =
        properties[key] ??
        (typeof additionalProperties === "object" ? additionalProperties : undefined);
      return schema ? check(schema, each, name(key)) : [`${name(key)} is unknown`];
    }),
  ];
}

const FORMS: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/,
};

function checkText({ type, enum: choices, maxLength }: Schema, value: Wire, at: string): string[] {
  if (typeof value !== "string") return [`${at} is not a single value`];
  const form = FORMS[type ?? ""];
  return [
    ...(form && !form.test(value) ? [`${at} is not of type ${type}`] : []),
    ...(choices && !choices.includes(value) ? [`${at} is none of ${choices.join(", ")}`] : []),
    ...(maxLength !== undefined && value.length > maxLength
      ? [`${at} is longer than ${maxLength}`]
      : []),
  ];
}
