// The OpenAPI 3.1 description, generated from the endpoints.
import { RECENT_SIGN_IN_MINUTES } from "../domain/person/sign-in/recent-sign-in.ts";
import { z } from "zod";
import { PRODUCT_NAME } from "../domain/brand.ts";
import { toWireCode, type ErrorCode } from "../domain/errors.ts";
import { whoMay } from "../domain/policies/policies.ts";
import type { Access, CallLimit, EndpointSpec } from "./endpoint.ts";
import { authErrorSchema } from "./people/auth.ts";
import { operations } from "./index.ts";
import { storageErrorSchema } from "./listings/media.ts";
import { BODY_ERRORS, COMMON_ERRORS, problemSchema, PROBLEMS } from "./problem.ts";
import { findTag, TAGS } from "./tags.ts";

type Json = Record<string, unknown>;

/**
 * Describes a map with known keys as an object with these properties, so that generators name them.
 */
function nameKeys({ jsonSchema }: { jsonSchema: Json }): void {
  const { propertyNames, additionalProperties: value } = jsonSchema as {
    propertyNames?: { enum?: string[] };
    additionalProperties?: unknown;
  };
  if (!propertyNames?.enum) return;
  delete jsonSchema["propertyNames"];
  jsonSchema["properties"] = Object.fromEntries(propertyNames.enum.map((name) => [name, value]));
  jsonSchema["additionalProperties"] = false;
}

/** JSON Schema of one schema. Its named definitions stay in `$defs`; see hoist(). */
const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: nameKeys,
    target: "draft-2020-12",
  }) as Json;
  return rest;
};

function toParameters(schema: z.ZodObject | undefined, where: "path" | "query" | "header"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...inner }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(description ? { description } : {}),
    schema: inner,
  }));
}

/** The error shape for paths of a client protocol (auth-js, storage-js) with its own errors. */
function foreignErrorName({ path }: EndpointSpec): "AuthError" | "StorageError" | undefined {
  if (path.startsWith("/auth/v1/")) return "AuthError";
  return path.startsWith("/storage/v1/") ? "StorageError" : undefined;
}

/** Even a public endpoint refuses the token of a suspended account. */
const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  provider: [],
  public: ["account_suspended"],
  signed_in: ["unauthenticated", "account_suspended"],
  admin: ["unauthenticated", "account_suspended", "forbidden", "role_required"],
};

const failure = (
  description: string,
  name: "Problem" | "AuthError" | "StorageError",
  type: string,
): Json => ({
  description,
  content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } },
});

function toProblemResponses(spec: EndpointSpec): Json {
  const foreign = foreignErrorName(spec);
  if (foreign)
    return Object.fromEntries(
      ["4XX", "default"].map((status) => [
        status,
        failure(
          ["See the code.", ...spec.errors.map(toWireCode)].join("\n"),
          foreign,
          "application/json",
        ),
      ]),
    );
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set<ErrorCode>([
    ...COMMON_ERRORS,
    ...(spec.method === "GET" ? [] : BODY_ERRORS),
    ...ACCESS_ERRORS[spec.access],
    ...(spec.access === "admin" ? (["second_factor_required"] as const) : []),
    ...(spec.recentSignIn ? (["reauthentication_required"] as const) : []),
    ...spec.errors,
  ])) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  // A redirect has no 2XX response; linters accept a default response instead.
  const responseName = (status: number): string =>
    spec.status === 303 && status === 500 ? "default" : String(status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      responseName(status),
      failure(
        codes.map((code) => `${toWireCode(code)}: ${PROBLEMS[code].title}`).join("\n"),
        "Problem",
        "application/problem+json",
      ),
    ]),
  );
}

const BYTES = { type: "string", format: "binary" };

/** The response on success. */
function toSuccessResponse({ status, output, contentType }: EndpointSpec): Json {
  if (status === 204) return { "204": { description: "Done." } };
  if (status === 303)
    return {
      "303": {
        description: "Go on there.",
        headers: { location: { schema: { type: "string", format: "uri" } } },
      },
    };
  return {
    "200": {
      description: "Done.",
      content: {
        [contentType ?? "application/json"]: {
          schema:
            contentType === "application/octet-stream" ? BYTES : toJsonSchema(output, "output"),
        },
      },
    },
  };
}

function toRequestBody({ body, isForm, file }: EndpointSpec): Json {
  const sent = isForm ? "application/x-www-form-urlencoded" : "application/json";
  if (body)
    return {
      requestBody: { required: true, content: { [sent]: { schema: toJsonSchema(body, "input") } } },
    };
  if (!file) return {};
  const content = file.map((type) => [
    type,
    {
      schema:
        type === "multipart/form-data" ? { type: "object", properties: { "": BYTES } } : BYTES,
    },
  ]);
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** Moves every `$defs` of the document to components.schemas, where OpenAPI's references point. */
function hoist(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((each) => hoist(each, schemas));
  if (typeof node !== "object" || node === null) return node;
  const { $defs, ...rest } = node as Json;
  for (const [name, schema] of Object.entries(($defs ?? {}) as Json)) {
    const { id: _named, ...body } = hoist(schema, schemas) as Json;
    schemas[name] = body;
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, value.replace("#/$defs/", "#/components/schemas/")]
        : [key, hoist(value, schemas)],
    ),
  );
}

const WHO: Record<EndpointSpec["access"], string> = {
  public: "Anyone.",
  signed_in: "Anyone who is signed in, for what is their own.",
  admin: "Admins.",
  provider: "The card provider, by signature.",
};

/** A limit as a sentence, such as "At most 20 calls in 10 min per account." */
function describeLimit({ attempts, seconds, counts = "calls" }: CallLimit): string {
  return `At most ${attempts} ${counts} in ${seconds / 60} min per account.`;
}

/**
 * Every endpoint of the product as one OpenAPI document. The WebSocket is described only by its
 * tag: OpenAPI cannot describe sockets, and generators would make an unusable method for it.
 * @param publicUrl the public origin of the instance
 */
export function describeApi(release: string, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, spec] of operations) {
    if (spec.status === 101) continue;
    const closed = spec.access === "signed_in" || spec.access === "admin";
    (paths[spec.path] ??= {})[spec.method.toLowerCase()] = {
      operationId,
      summary: spec.summary,
      description: [
        `Who: ${WHO[spec.access]}`,
        ...(spec.policy ? [`Policy: ${spec.policy} (${whoMay(spec.policy).join(", ")}).`] : []),
        ...(spec.recentSignIn
          ? [`Requires a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.`]
          : []),
        ...(spec.limit ? [`Limit: ${describeLimit(spec.limit)}`] : []),
      ].join("\n\n"),
      tags: [findTag(spec.path)],
      security: closed ? [{ session: [] }] : [],
      parameters: [
        ...toParameters(spec.params, "path"),
        ...toParameters(spec.query, "query"),
        ...toParameters(spec.headers, "header"),
      ],
      ...toRequestBody(spec),
      responses: { ...toSuccessResponse(spec), ...toProblemResponses(spec) },
    };
  }
  const schemas: Record<string, unknown> = {};
  for (const schema of [problemSchema, authErrorSchema, storageErrorSchema])
    hoist(toJsonSchema(schema, "output"), schemas);
  const hoisted = hoist(paths, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: release,
      description:
        "Dates are calendar dates in Nassau; *_cents are integer US cents, other amounts US dollars with at most two decimals.",
      contact: { name: `${PRODUCT_NAME} support`, url: `${publicUrl}/support` },
      license: { name: `${PRODUCT_NAME} terms of use`, url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: hoisted,
    components: {
      schemas,
      securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
