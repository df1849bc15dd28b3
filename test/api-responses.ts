// Types responses by the contract, so that tests read only fields that it names.
import type { AuthErrorBody } from "../src/contract/people/auth.ts";
import type { Api } from "../src/contract/index.ts";
import type { Problem } from "../src/contract/problem.ts";

/** The characters that may follow a path. */
export type Query = "" | `?${string}`;

/** A path without its query, with "{}" for each value: a parameter in the contract, an
 *  interpolated value in a test. */
type Shape<Path extends string> = Path extends `${infer Before}?${string}`
  ? Segments<Before>
  : Segments<Path>;
type Segments<Path extends string> = Path extends `${infer One}/${infer Others}`
  ? `${Segment<One>}/${Segments<Others>}`
  : Segment<Path>;
type Segment<One extends string> = string extends One
  ? "{}"
  : One extends `{${string}}`
    ? "{}"
    : One;

type ByShape = {
  [
    K in keyof Api as K extends `${infer Method} ${infer Path}` ? `${Method} ${Shape<Path>}` : never
  ]: Api[K]["output"];
};

type Refusal = Partial<Problem & AuthErrorBody>;
type OrRefusal<Output> = Output extends object
  ? Output & Omit<Refusal, keyof Output>
  : Output extends void
    ? Refusal
    : Output;

/** The body of a response: what the contract promises, or a problem. Always a problem if the
 *  contract has no such path. */
export type ApiResponse<
  Method extends string,
  Path extends string,
> = `${Method} ${Shape<Path>}` extends keyof ByShape
  ? OrRefusal<ByShape[`${Method} ${Shape<Path>}`]>
  : Refusal;

/** Returns the value. @throws if it is null or undefined */
export function assertDefined<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined)
    throw new Error("There is nothing where the test expects something.");
  return value;
}

/** The first of a list. @throws if it is empty */
export const getFirst = <T>(list: readonly T[]): NonNullable<T> => assertDefined(list[0]);

/** Reads all pages of a list, following the cursors.
 *  @param read receives "" or "&cursor=…" for its query */
export async function readPages<Page extends { next_cursor: string | null }>(
  read: (cursor: string) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await read("")];
  for (let next = pages[0]?.next_cursor; next; next = pages.at(-1)?.next_cursor)
    pages.push(await read(`&cursor=${next}`));
  return pages;
}
