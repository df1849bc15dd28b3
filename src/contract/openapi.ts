// The OpenAPI 3.1 description, made from the endpoints themselves.
import { z } from "zod";
import { PRODUCT_NAME } from "../domain/brand.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { EndpointSpec } from "./endpoint.ts";
import { endpoints } from "./index.ts";
import { COMMON_ERRORS, problemSchema, PROBLEMS } from "./problem.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    target: "draft-2020-12",
  }) as Json;
  return rest;
};

function parametersOf(schema: z.ZodObject | undefined, where: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
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

function problemsOf(spec: EndpointSpec): Json {
  const closed: ErrorCode[] =
    spec.access === "public" || spec.access === "provider" ? [] : ["unauthenticated", "account_suspended"];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set<ErrorCode>([
    ...COMMON_ERRORS,
    ...closed,
    ...(spec.access === "admin" ? (["forbidden"] as const) : []),
    ...spec.errors,
  ])) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${PROBLEMS[code].title}`).join("\n"),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

const WHO: Record<EndpointSpec["access"], string> = {
  public: "Anyone.",
  signed_in: "Whoever is signed in; what they may see or change of it is their own.",
  admin: "Admins.",
  provider: "The card provider, by signature.",
};

/** Every endpoint of the product as one OpenAPI document. */
export function describeApi(release: string): Json {
  const paths: Record<string, Json> = {};
  for (const spec of endpoints) {
    const closed = spec.access === "signed_in" || spec.access === "admin";
    (paths[spec.path] ??= {})[spec.method.toLowerCase()] = {
      summary: spec.summary,
      description: `Who: ${WHO[spec.access]}`,
      tags: [tagOf(spec.path)],
      security: closed ? [{ session: [] }] : [],
      parameters: [...parametersOf(spec.params, "path"), ...parametersOf(spec.query, "query")],
      ...(spec.body
        ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(spec.body, "input") } } } }
        : {}),
      responses: {
        "200": { description: "Done.", content: { "application/json": { schema: schemaOf(spec.output, "output") } } },
        ...problemsOf(spec),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: release,
      description: "Dates are calendar dates in Nassau; *_cents are integer US cents, other amounts US dollars.",
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, "output") },
      securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

const tagOf = (path: string): string => /^\/(api\/)?([\w-]+)/.exec(path)?.[2] ?? "system";
