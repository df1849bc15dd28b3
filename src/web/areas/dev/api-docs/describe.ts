// Turns the OpenAPI description into the page's content: groups of endpoints, and schemas as
// indented rows. Runs on the server only.

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

interface Content {
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** The parts of the description that this module reads. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Row {
  name: string;
  /** The nesting depth in its object, 0 at the top. */
  depth: number;
  type: string;
  required: boolean;
  notes: string;
}

export interface EndpointText {
  id: string;
  operationId: string;
  method: string;
  path: string;
  summary: string;
  who: string;
  /** The notes say "query" or "path". */
  parameters: Row[];
  body: Row[] | null;
  answer: { type: string; rows: Row[] };
  problems: { status: string; codes: { code: string; title: string }[] }[];
}

export interface ApiText {
  title: string;
  version: string;
  description: string;
  groups: { name: string; description: string; endpoints: EndpointText[] }[];
  problem: Row[];
}

const MAX_DEPTH = 6;
/** Longer patterns explain nothing to a reader. */
const READABLE_PATTERN = 40;

/** Resolves a schema's references, to its own definitions or the shared ones. */
type Resolve = (schema: Schema) => Schema;

const resolver =
  (shared: Record<string, Schema>, own: Record<string, Schema> = {}): Resolve =>
  (schema) => {
    const name = schema.$ref?.split("/").at(-1);
    if (name === undefined) return schema;
    const { $ref: _, ...beside } = schema;
    return { ...(own[name] ?? shared[name]), ...beside };
  };

const alternatives = (schema: Schema): Schema[] | undefined => schema.anyOf ?? schema.oneOf;
const isNull = (schema: Schema) => schema.type === "null";

function typeText(given: Schema, resolve: Resolve): string {
  const schema = resolve(given);
  const either = alternatives(schema);
  if (either) return [...new Set(either.map((each) => typeText(each, resolve)))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type === "array")
    return `list of ${schema.items ? typeText(schema.items, resolve) : "anything"}`;
  if (
    schema.type === "object" &&
    !schema.properties &&
    typeof schema.additionalProperties === "object"
  )
    return `map of ${typeText(schema.additionalProperties, resolve)}`;
  if (schema.type === "string" && schema.format) return `string (${schema.format})`;
  return schema.type ?? "anything";
}

function describeLimits(given: Schema, resolve: Resolve): string {
  const schema = resolve(given);
  const between = (least: number | undefined, most: number | undefined, unit: string) =>
    least !== undefined && most !== undefined
      ? `${least} to ${most}${unit}`
      : least !== undefined
        ? `at least ${least}${unit}`
        : most !== undefined && `at most ${most}${unit}`;
  const bounded = (value: number | undefined) =>
    value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
  return [
    schema.description?.replace(/\.$/, ""),
    between(schema.minLength, schema.maxLength, " characters"),
    between(bounded(schema.minimum), bounded(schema.maximum), ""),
    !schema.format &&
      schema.pattern &&
      schema.pattern.length <= READABLE_PATTERN &&
      `matches ${schema.pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** The properties of an object, of a list's items or of each alternative, including nested ones. */
function toRows(given: Schema, resolve: Resolve, depth = 0): Row[] {
  const schema = resolve(given);
  if (depth > MAX_DEPTH) return [];
  const either = alternatives(schema)?.filter((each) => !isNull(resolve(each)));
  if (either) {
    const inner = either.map((each) => toRows(each, resolve, depth));
    if (inner.filter((rows) => rows.length > 0).length < 2) return inner.flat();
    return inner.flatMap((rows, index) => [
      { name: index === 0 ? "either" : "or", depth, type: "", required: false, notes: "" },
      ...rows,
    ]);
  }
  if (schema.items) return toRows(schema.items, resolve, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: typeText(property, resolve),
      required: schema.required?.includes(name) ?? false,
      notes: describeLimits(property, resolve),
    },
    ...toRows(property, resolve, depth + 1),
  ]);
}

const findJsonSchema = (part: Content | undefined): Schema | undefined =>
  part?.content?.["application/json"]?.schema;

function describeEndpoint(
  method: string,
  path: string,
  operation: Operation,
  shared: Record<string, Schema>,
): EndpointText {
  const body = findJsonSchema(operation.requestBody);
  const answer = findJsonSchema(operation.responses["200"]) ?? {};
  const inAnswer = resolver(shared, answer.$defs);
  return {
    id: `${method}${path.replace(/[^\w]+/g, "-")}`.replace(/-$/, ""),
    method: method.toUpperCase(),
    path,
    operationId: operation.operationId,
    summary: operation.summary,
    who: operation.description.replace(/^Who: /, ""),
    parameters: operation.parameters.map(({ name, in: place, required, description, schema }) => {
      const resolve = resolver(shared, schema.$defs);
      const notes = [`in the ${place}`, description, describeLimits(schema, resolve)]
        .filter(Boolean)
        .join("; ");
      return { name, depth: 0, type: typeText(schema, resolve), required, notes };
    }),
    body: body ? toRows(body, resolver(shared, body.$defs)) : null,
    answer: { type: typeText(answer, inAnswer), rows: toRows(answer, inAnswer) },
    problems: Object.entries(operation.responses)
      .filter(([status]) => status !== "200")
      .map(([status, { description = "" }]) => ({
        status,
        codes: description.split("\n").map((line) => {
          const [code = "", ...title] = line.split(": ");
          return { code, title: title.join(": ") };
        }),
      })),
  };
}

/** One group for each tag, in the description's order. */
export function describe({ info, tags, paths, components }: OpenApi): ApiText {
  const groups = new Map<string, EndpointText[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "other";
      const endpoint = describeEndpoint(method, path, operation, components.schemas);
      groups.set(tag, [...(groups.get(tag) ?? []), endpoint]);
    }
  return {
    ...info,
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      endpoints: groups.get(name) ?? [],
    })),
    problem: toRows({ $ref: "#/components/schemas/Problem" }, resolver(components.schemas)),
  };
}
