// The layout of the sandbox's checkout page, with a notice that no money moves.
import { Outlet } from "react-router";
import { LogoLink } from "../shell/header.tsx";
import { SkipLink } from "../shell/skip-link.tsx";
import { StandInsBanner } from "../shell/stand-ins-banner.tsx";
import { Icon } from "../../ui/icon.tsx";

export default function SandboxPages() {
  return (
    <>
      <SkipLink />
      <StandInsBanner className="page-wrap max-w-[66rem]!" />
      <div
        role="region"
        aria-label="Sandbox notice"
        className="bg-tint-sun text-tint-sun-foreground"
      >
        <p className="page-wrap flex max-w-[66rem]! items-center gap-2 pb-2 text-sm">
          <Icon name="credit-card" size={16} className="flex-none" />
          <span>
            <b>Sandbox.</b> No real card is charged here. Use a test card.
          </span>
        </p>
      </div>
      <header className="page-wrap flex h-18 max-w-[66rem]! items-center justify-between">
        <LogoLink />
        <p className="flex items-center gap-[.4rem] text-sm text-muted-foreground">
          <Icon name="lock" size={16} />
          Card checkout
        </p>
      </header>
      <main id="main" tabIndex={-1} className="page-wrap max-w-[66rem]! pt-4 pb-16 md:pb-20">
        <Outlet />
      </main>
    </>
  );
}
