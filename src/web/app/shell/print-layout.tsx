// The layout of signed-in pages made for printing: a sheet under a slim bar on the screen, the
// sheet alone on paper (styles/print.css).
import { lazy, Suspense, type ReactNode } from "react";
import { DocumentSkeleton } from "../../parts/document/document-skeleton.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Guarded } from "./guarded.tsx";
import { LogoLink } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StandInsBanner } from "./stand-ins-banner.tsx";

const AccountMenu = lazy(() => import("./account-menu.tsx"));
const HelpMenu = lazy(() => import("./help-menu.tsx"));

const MEASURE = "mx-auto w-full max-w-[50rem] px-(--gutter)";

export function PrintLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <StandInsBanner className={MEASURE} />
      <header className="@container sticky top-0 z-(--z-header) border-b border-border bg-background">
        <div className={`${MEASURE} flex min-h-(--header) flex-wrap items-center justify-between`}>
          <LogoLink />
          <div className="flex items-center gap-1">
            <Suspense fallback={<Skeleton className="size-9 rounded-full" />}>
              <HelpMenu look="icon" />
              <AccountMenu look="compact" />
            </Suspense>
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`${MEASURE} grid content-start gap-5 pt-5 pb-16 *:min-w-0 print:p-0`}
      >
        <Guarded skeleton={<DocumentSkeleton />}>{children}</Guarded>
      </main>
    </>
  );
}
