// The layout of the page of a runner's link: for people without an account, on a phone.
import { Outlet } from "react-router";
import { QueryProvider } from "../../api/query.tsx";
import { LogoLink } from "../shell/header.tsx";
import { SkipLink } from "../shell/skip-link.tsx";
import { StandInsBanner } from "../shell/stand-ins-banner.tsx";

const MEASURE = "mx-auto w-full max-w-[40rem] px-(--gutter)";

export default function RunnerPages() {
  return (
    <QueryProvider>
      <SkipLink />
      <StandInsBanner className={MEASURE} />
      <header className="border-b border-border">
        <div className={`${MEASURE} flex min-h-(--header) items-center`}>
          <LogoLink />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={`${MEASURE} grid content-start gap-5 pt-5 pb-16`}>
        <Outlet />
      </main>
    </QueryProvider>
  );
}
