// The frame of every public page.
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StandInsBanner } from "./stand-ins-banner.tsx";

/** Pages bring their own measure (`page-wrap`), so that a hero may reach the edges. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <StandInsBanner />
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
