// The layout of every public page.
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StandInsBanner } from "./stand-ins-banner.tsx";

export interface PublicLayoutProps {
  /** Makes the header and footer as wide as `page-wrap-wide`. */
  wide?: boolean;
  children: ReactNode;
}

/** Pages set their own width (`page-wrap` or `page-wrap-wide`), so that a hero can reach the
 *  edges. */
export function PublicLayout({ wide = false, children }: PublicLayoutProps) {
  const measure = wide ? "page-wrap-wide" : "page-wrap";
  return (
    <>
      <SkipLink />
      <StandInsBanner className={measure} />
      <Header measure={measure} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer measure={measure} />
    </>
  );
}
