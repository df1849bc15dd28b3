// Structured data for search engines (schema.org). It is never executed, but the content security
// policy is built from the scripts with the page's nonce, so it carries one too.
import { use } from "react";
import { NonceContext } from "../../api/request-context.ts";

/** `data` is one object with its "@type". User input cannot break out of the element. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll(
    "<",
    "\\u003c",
  );
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

/** The breadcrumbs from the home page to this page. @param origin PUBLIC_URL */
export const breadcrumbList = (origin: string, crumbs: readonly Crumb[]) => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin + path,
  })),
});
