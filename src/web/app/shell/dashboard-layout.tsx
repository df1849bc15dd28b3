// The layout of signed-in pages: a sidebar, or a top bar with a menu on phones.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useLive } from "../../api/live.ts";
import { SignInPrompt } from "../../parts/person/sign-in-prompt.tsx";
import { useSession } from "../../session/session.ts";
import { toggleSidebar, useSidebarCollapsed } from "./sidebar-state.ts";
import { Button } from "../../ui/button.tsx";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Guarded } from "./guarded.tsx";
import { LogoLink } from "./header.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { SidebarLink, SidebarLinks, type SidebarProps } from "./sidebar-links.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StandInsBanner } from "./stand-ins-banner.tsx";
import { Icon } from "../../ui/icon.tsx";

const AccountMenu = lazy(() => import("./account-menu.tsx"));
const HelpMenu = lazy(() => import("./help-menu.tsx"));
const NotificationBell = lazy(() => import("./notification-bell.tsx"));
const SidebarSheet = lazy(() => import("./sidebar-sheet.tsx"));

/** At this width and below, the sidebar is a sheet. */
const PHONE = "(max-width: 47.99rem)";

export interface DashboardLayoutProps extends SidebarProps {
  /** Shown until the session is known; also what the server renders. */
  skeleton?: ReactNode;
  children: ReactNode;
}

export function DashboardLayout(props: DashboardLayoutProps) {
  const { skeleton = <DashboardSkeleton />, children, ...links } = props;
  useLive(useQueryClient());
  const [sheetRequested, setSheetRequested] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const openSheet = (open: boolean) => {
    if (open) setSheetRequested(true);
    setSheetOpen(open);
  };
  useToggleKey(() => {
    if (matchMedia(PHONE).matches) openSheet(!sheetOpen);
    else toggleSidebar();
  });
  return (
    <>
      <SkipLink />
      <div className="shell">
        <Sidebar {...links} />
        <div className="min-w-0">
          <StandInsBanner className="px-[clamp(1rem,3vw,3rem)]" />
          <header className="@container sticky top-0 z-(--z-header) border-b border-border bg-background md:hidden print:hidden">
            <div className="flex min-h-(--header) flex-wrap items-center px-(--gutter)">
              {/* Only the mark fits beside four buttons on the smallest phones. */}
              <LogoLink className="@max-[22rem]:w-[1.8rem] @max-[22rem]:overflow-hidden" />
              <div className="ml-auto flex flex-wrap items-center justify-end gap-1 noscript:hidden">
                <Suspense fallback={<Skeleton className="size-9 rounded-full" />}>
                  <HelpMenu look="icon" />
                  <NotificationBell look="icon" />
                  <AccountMenu look="compact" />
                </Suspense>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Open menu"
                  aria-haspopup="dialog"
                  aria-expanded={sheetOpen}
                  className="-mr-2"
                  {...useEarlyPress(() => openSheet(true))}
                >
                  <Icon name="menu" />
                </Button>
              </div>
            </div>
          </header>
          <OfflineBar />
          <main
            id="main"
            tabIndex={-1}
            className="grid w-full max-w-[84rem] min-w-0 content-start gap-6 px-[clamp(1rem,3vw,3rem)] pt-5 pb-16 *:min-w-0 md:gap-8 md:pt-8 print:gap-5 print:p-0"
          >
            <Guarded skeleton={skeleton}>{children}</Guarded>
          </main>
          <footer className="px-[clamp(1rem,3vw,3rem)] pb-6 text-xs text-muted-foreground print:hidden">
            Prices in US dollars. Times are Nassau time.
          </footer>
        </div>
      </div>
      <SignInPrompt />
      {sheetRequested && (
        <Suspense>
          <SidebarSheet {...links} open={sheetOpen} onOpenChange={openSheet} />
        </Suspense>
      )}
    </>
  );
}

/** The default skeleton of a signed-in page. */
function DashboardSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-2">
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-28 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-lg" />
    </>
  );
}

/** Toggles the sidebar on Ctrl+B or Cmd+B. */
function useToggleKey(onToggle: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "b" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      onToggle();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}

function Sidebar({ label, items, others }: SidebarProps) {
  const collapsed = useSidebarCollapsed();
  return (
    <aside
      aria-label={`${label} sidebar`}
      className="side sticky top-0 z-(--z-header) hidden h-dvh flex-col gap-0.5 bg-sidebar-bg md:flex print:hidden"
    >
      <LogoLink className="side-logo" />
      <SidebarLinks label={label} items={items} />
      <div className="mt-auto grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-0.5">
        {others.map((item) => (
          <SidebarLink key={item.to} item={item} />
        ))}
        <SidebarAccount />
        <button
          type="button"
          aria-expanded={!collapsed}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={toggleSidebar}
          className="side-item noscript:hidden"
        >
          <Icon name="panel-left" className="flex-none" />
          <span className="side-label">{collapsed ? "Expand" : "Collapse"}</span>
          <kbd aria-hidden="true" className="side-label ml-auto font-sans text-xs">
            Ctrl B
          </kbd>
        </button>
      </div>
    </aside>
  );
}

function SidebarAccount() {
  const { status } = useSession();
  if (status !== "signed-in") return null;
  return (
    <Suspense fallback={<Skeleton className="size-9 rounded-full" />}>
      <HelpMenu look="side" />
      <NotificationBell look="side" />
      <AccountMenu look="side" />
    </Suspense>
  );
}
