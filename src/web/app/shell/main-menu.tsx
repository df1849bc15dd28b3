// The main links in a sheet, for small screens. Loaded when opened.
import { Link, NavLink } from "react-router";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { MAIN_LINKS } from "./main-links.ts";
import { accountLinks } from "./navigation.ts";
import { useSignOut } from "../../parts/person/use-sign-out.tsx";

export default function MainMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { status, profile } = useSession();
  const { signOut, question } = useSignOut();
  const close = () => onOpenChange(false);
  const signedIn = status === "signed-in";
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title="Menu" side="right">
        <nav aria-label="Main" className="-mx-3 grid gap-0.5">
          {[...MAIN_LINKS, ...(signedIn ? accountLinks(profile) : [])].map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              onClick={close}
              className="flex min-h-12 items-center rounded-md px-3 text-lg font-medium hover:bg-surface-2 aria-[current]:bg-tint-sea aria-[current]:text-tint-sea-foreground"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="grid gap-3 border-t border-border pt-4">
          {signedIn ? (
            <Button
              variant="outline"
              onClick={() => {
                close();
                void signOut();
              }}
            >
              Sign Out
            </Button>
          ) : (
            <>
              <Button asChild>
                <Link to={paths.auth({ mode: "signup" })} onClick={close}>
                  Sign Up
                </Link>
              </Button>
              <Button asChild variant="outline">
                <Link to={paths.auth()} onClick={close}>
                  Sign In
                </Link>
              </Button>
            </>
          )}
        </div>
      </Sheet>
      {question}
    </>
  );
}
