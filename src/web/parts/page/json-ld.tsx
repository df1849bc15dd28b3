// Structured data for search engines (schema.org), in the page itself. Data is never run, yet the policy of a page is made from the
// scripts that carry the nonce of its rendering, so this one carries it too.
import { use } from "react";
import { NonceContext } from "../../api/request-context.ts";

/** `data` is one thing with its "@type"; what a person typed can't leave the element. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={use(NonceContext)}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- JSON without "<"
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

export interface Crumb {
  name: string;
  path: string;
}

/** Where a page stands, from the first page down to itself. @param origin PUBLIC_URL */
export const breadcrumbList = (origin: string, crumbs: readonly Crumb[]) => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin + path,
  })),
});
