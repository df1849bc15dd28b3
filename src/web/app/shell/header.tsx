// The public pages' header: logo, main links and account. The phone menu, help, the bell and the
// account menu are loaded only when opened or signed in.
import { lazy, Suspense, useState } from "react";
import { Link, NavLink } from "react-router";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MAIN_LINKS } from "./main-links.ts";
import { Icon } from "../../ui/icon.tsx";

const AccountMenu = lazy(() => import("./account-menu.tsx"));
const HelpMenu = lazy(() => import("./help-menu.tsx"));
const NotificationBell = lazy(() => import("./notification-bell.tsx"));
const loadMainMenu = () => import("./main-menu.tsx");
const MainMenu = lazy(loadMainMenu);

/** In a narrow header with very large text, only the mark is shown. */
export function LogoLink({ onDeep, className }: { onDeep?: boolean; className?: string }) {
  return (
    <Link
      to={paths.home()}
      aria-label={`${PRODUCT_NAME}, home`}
      className={`inline-flex items-center @max-[17rem]:w-[1.8rem] @max-[17rem]:overflow-hidden ${onDeep ? "text-deep-foreground" : "text-foreground"} ${className ?? ""}`}
    >
      <Logo {...(onDeep && { onDeep })} className="max-w-none flex-none" />
    </Link>
  );
}

/** `measure` is the page-width class. */
export function Header({ measure }: { measure: string }) {
  const { status } = useSession();
  return (
    <header className="@container sticky top-0 z-(--z-header) border-b border-border bg-background">
      <div
        className={`${measure} flex min-h-(--header) flex-wrap items-center gap-x-2 sm:gap-x-8 noscript:py-2`}
      >
        {/* Only the mark fits beside four buttons on the smallest phones. */}
        <LogoLink
          {...(status === "signed-in" && {
            className: "@max-[22rem]:w-[1.8rem] @max-[22rem]:overflow-hidden",
          })}
        />
        <nav
          aria-label="Main"
          className="hidden gap-1 lg:flex noscript:flex noscript:flex-wrap noscript:max-lg:order-last"
        >
          {MAIN_LINKS.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === paths.home()} className="header-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 sm:gap-3">
          <Account />
          <MainMenuButton />
        </div>
      </div>
    </header>
  );
}

/** Two buttons when signed out, help and the account when signed in, and a placeholder until the
 *  session is known. */
function Account() {
  const { status } = useSession();
  if (status === "signed-in")
    return (
      <Suspense fallback={<AccountShape />}>
        <HelpMenu look="icon" />
        <NotificationBell look="icon" />
        <AccountMenu look="pill" />
      </Suspense>
    );
  return (
    <>
      {status === "loading" && (
        <span className="if-session">
          <AccountShape />
        </span>
      )}
      <span className={`flex items-center gap-3 ${status === "loading" ? "unless-session" : ""}`}>
        <Button asChild variant="ghost" size="small" className="max-md:hidden">
          <Link to={paths.auth()}>Sign In</Link>
        </Button>
        <Button asChild size="small">
          <Link to={paths.auth({ mode: "signup" })}>Sign Up</Link>
        </Button>
      </span>
    </>
  );
}

const AccountShape = () => <Skeleton className="size-11 rounded-full" />;

function MainMenuButton() {
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const press = useEarlyPress(() => {
    setRequested(true);
    setOpen(true);
  });
  return (
    <>
      <Button
        {...press}
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-mr-2 lg:hidden noscript:hidden"
        onPointerEnter={() => void loadMainMenu()}
      >
        <Icon name="menu" />
      </Button>
      {requested && (
        <Suspense>
          <MainMenu open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
