// The head of a page: every title ends with the product's name.
import { PRODUCT_NAME } from "../../domain/brand.ts";

/** For a route's `meta`: `pageMeta("Terms of Service", "What you agree to ...")`. */
export function pageMeta(title: string, description?: string) {
  return [
    { title: `${title} | ${PRODUCT_NAME}` },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}
