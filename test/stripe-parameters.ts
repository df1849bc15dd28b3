// The parameters that Stripe's API accepts, read from the declarations of our SDK, which Stripe
// generates from the OpenAPI description of the pinned version
// (node_modules/stripe/OPENAPI_VERSION). Limits that declarations cannot express are in
// stripe-server.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An error in a request, as Stripe's error object names it. */
export interface ParameterError {
  code?: string;
  param: string;
  message: string;
}

interface Field {
  optional: boolean;
  type: string;
}
/** An interface's fields (an index signature is the field "*"), or the right side of a type. */
type Declaration = { fields: Map<string, Field>; base: string | undefined } | { alias: string };

const SOURCES = [
  "shared",
  "resources/Checkout/Sessions",
  "resources/PaymentIntents",
  "resources/Customers",
  "resources/Refunds",
  "resources/Disputes",
  "resources/Payouts",
  "resources/BalanceTransactions",
];

/** Every interface and type of the SDK's declarations by its full name, such as
 *  `Checkout.SessionCreateParams.LineItem`. */
function readDeclarations(): Map<string, Declaration> {
  const root = join(import.meta.dirname, "../node_modules/stripe/esm");
  const found = new Map<string, Declaration>();
  for (const source of SOURCES) {
    const text = readFileSync(join(root, `${source}.d.ts`), "utf8").replaceAll(
      /\/\*[\s\S]*?\*\//g,
      "",
    );
    const open: { name: string; fields?: Map<string, Field> }[] = [];
    for (const line of text.split("\n").map((each) => each.trim())) {
      const scope = open.map((each) => each.name).join(".");
      const full = (name: string): string => (scope ? `${scope}.${name}` : name);
      const block =
        /^(?:export )?(?:declare )?(interface|namespace) (\w+)(?: extends ([\w.]+))? \{$/.exec(
          line,
        );
      const alias = /^(?:export )?type (\w+)(?:<\w+>)? = (.+);$/.exec(line);
      const field = /^(\w+|\[name: string\])(\?)?: (.+);$/.exec(line);
      const fields = open.at(-1)?.fields;
      if (block?.[1] === "interface" && block[2]) {
        const own = new Map<string, Field>();
        found.set(full(block[2]), { fields: own, base: block[3] });
        open.push({ name: block[2], fields: own });
      } else if (line.endsWith("{")) open.push({ name: block?.[2] ?? "" });
      else if (line.startsWith("}")) open.pop();
      else if (alias?.[1] && alias[2]) found.set(full(alias[1]), { alias: alias[2] });
      else if (fields && field?.[1] && field[3])
        fields.set(field[1].startsWith("[") ? "*" : field[1], {
          optional: field[2] === "?",
          type: field[3],
        });
    }
  }
  return found;
}
const DECLARATIONS = readDeclarations();

/** Resolves a name as TypeScript does: in the scope where it is used, then outwards. */
function resolve(name: string, scope: string): { full: string; declaration: Declaration } {
  for (let around = scope.split("."); ; around = around.slice(0, -1)) {
    const full = [...around, name].filter(Boolean).join(".");
    const declaration = DECLARATIONS.get(full);
    if (declaration) return { full, declaration };
    if (around.length === 0)
      throw new Error(`The declarations of the SDK name no ${name} in ${scope}.`);
  }
}

/** A request's values as sent: strings, lists and maps of strings. */
export type Wire = string | Wire[] | { [name: string]: Wire };

/** Reads `a[b][0]=c` into {a: {b: ["c"]}}. */
export function readForm(body: string): Record<string, Wire> {
  const root: Record<string, Wire> = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split(/\[|\]\[|\]/).filter((part, index) => index === 0 || part !== "");
    let at: Record<string, Wire> = root;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, Wire>;
    at[path.at(-1) ?? ""] = value;
  }
  return root;
}

/** The errors of a request against an interface such as `Checkout.SessionCreateParams`; empty if
 *  it is valid. */
export const checkParameters = (
  interfaceName: string,
  given: Record<string, Wire>,
): ParameterError[] => checkFields(interfaceName, "", given, "");

function readFields(
  full: string,
  declaration: Declaration,
): Map<string, Field & { scope: string }> {
  if (!("fields" in declaration)) throw new Error(`${full} is no interface`);
  const own = [...declaration.fields].map(
    ([name, field]) => [name, { ...field, scope: full }] as const,
  );
  const base = declaration.base ? resolve(declaration.base, full) : undefined;
  return new Map([...(base ? readFields(base.full, base.declaration) : []), ...own]);
}

function checkFields(
  name: string,
  scope: string,
  given: Record<string, Wire>,
  path: string,
): ParameterError[] {
  const { full, declaration } = resolve(name, scope);
  const fields = readFields(full, declaration);
  const named = (key: string): string => (path ? `${path}[${key}]` : key);
  const missing = [...fields].filter(
    ([key, field]) => key !== "*" && !field.optional && !(key in given),
  );
  return [
    ...missing.map(([key]) => ({
      code: "parameter_missing",
      param: named(key),
      message: `Missing required param: ${named(key)}.`,
    })),
    ...Object.entries(given).flatMap(([key, value]) => {
      const field = fields.get(key) ?? fields.get("*");
      const param = named(key);
      return field
        ? checkValue(field.type, field.scope, value, param)
        : [{ code: "parameter_unknown", param, message: `Received unknown parameter: ${param}` }];
    }),
  ];
}

const invalid = (what: string, param: string, code?: string): ParameterError[] => [
  { ...(code ? { code } : {}), param, message: `Invalid ${what}: ${param}` },
];

function checkValue(type: string, scope: string, value: Wire, param: string): ParameterError[] {
  const choices = splitUnion(type).filter((each) => each !== "OtherString" && each !== "null");
  if (choices.length > 1) {
    const results = choices.map((each) => checkValue(each, scope, value, param));
    const kinds = choices.every((each) => each.startsWith("'"));
    return results.some((errors) => errors.length === 0)
      ? []
      : kinds
        ? invalid(`${param}: must be one of ${choices.join(", ")}`, param)
        : (results.at(-1) ?? []);
  }
  const one = choices[0] ?? "string";
  const inner = /^(Array|Emptyable)<(.+)>$/.exec(one);
  if (inner?.[1] === "Emptyable")
    return value === "" ? [] : checkValue(inner[2] ?? "", scope, value, param);
  if (inner) {
    const items = typeof value === "object" ? Object.entries(value) : [];
    if (items.length === 0 || items.some(([index], n) => index !== String(n)))
      return invalid("array", param);
    return items.flatMap(([index, item]) =>
      checkValue(inner[2] ?? "", scope, item, `${param}[${index}]`),
    );
  }
  if (one.startsWith("'")) return value === one.slice(1, -1) ? [] : invalid("value", param);
  if (one === "string" || one === "Decimal")
    return typeof value === "string" ? [] : invalid("string", param);
  // All numbers in our calls are integers in Stripe's description.
  if (one === "number")
    return typeof value === "string" && /^-?\d+$/.test(value)
      ? []
      : invalid("integer", param, "parameter_invalid_integer");
  if (one === "boolean")
    return value === "true" || value === "false" ? [] : invalid("boolean", param);
  const { full, declaration } = resolve(one, scope);
  if ("alias" in declaration) return checkValue(declaration.alias, full, value, param);
  return typeof value === "object" && !Array.isArray(value)
    ? checkFields(one, scope, value, param)
    : invalid("object", param);
}

/** The parts of a union, not of nested unions. */
function splitUnion(type: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [at, letter] of [...type].entries()) {
    if (letter === "<") depth++;
    else if (letter === ">") depth--;
    else if (letter === "|" && depth === 0) {
      parts.push(type.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, type.slice(from).trim()];
}
