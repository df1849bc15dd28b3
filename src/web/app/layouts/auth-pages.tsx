// The layout of the sign-in pages: the form beside the sea chart, or the form alone on small
// screens.
import { Link, Outlet } from "react-router";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import depthChart from "../../assets/depth-chart.svg";
import { LogoLink } from "../shell/header.tsx";
import { NeedsScripts } from "../shell/needs-scripts.tsx";
import { SkipLink } from "../shell/skip-link.tsx";
import { StandInsBanner } from "../shell/stand-ins-banner.tsx";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";

export default function AuthPages() {
  return (
    <>
      <SkipLink />
      <StandInsBanner />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
        <div className="grid grid-rows-[auto_1fr] gap-8 px-(--gutter) py-6 md:py-8">
          <header className="flex flex-wrap items-center justify-between gap-x-4">
            <LogoLink />
            <Link
              to={paths.home()}
              className="flex min-h-9 items-center gap-[.35rem] text-sm text-muted-foreground hover:text-foreground hover:underline"
            >
              <Icon name="arrow-left" size={16} />
              Back to home
            </Link>
          </header>
          <main id="main" tabIndex={-1} className="mx-auto w-[min(25rem,100%)] self-center">
            <NeedsScripts />
            <div className="noscript:hidden">
              <Outlet />
            </div>
          </main>
        </div>
        <aside
          aria-label={`About ${PRODUCT_NAME}`}
          className="on-deep relative hidden overflow-hidden bg-deep text-deep-foreground lg:block"
        >
          <img
            src={depthChart}
            alt=""
            width={2130}
            height={1060}
            className="absolute inset-0 size-full object-cover object-[70%_50%]"
          />
          <p className="absolute inset-x-12 bottom-12 max-w-[9em] font-display text-[2.1rem] leading-[1.12] font-title tracking-display">
            Seven hundred islands. A few good roads. Your key.
          </p>
        </aside>
      </div>
    </>
  );
}
