// The head of a page: every title ends with the product's name.
import { PRODUCT_NAME } from "../../domain/brand.ts";

export const titleOf = (page: string): string => `${page} | ${PRODUCT_NAME}`;

/** For a route's `meta`: `pageMeta("Terms of Service", "What you agree to ...")`. */
export function pageMeta(title: string, description?: string) {
  return [{ title: titleOf(title) }, ...(description ? [{ name: "description", content: description }] : [])];
}
