// The notice that replaces the page when another account signs in on this browser.
import { useEffect, useRef } from "react";
import { acceptReplacement } from "../../session/account-change.ts";
import { pageTitle } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { StandInsBanner } from "./stand-ins-banner.tsx";

/** Does not name the previous account: the reader may be a different person. */
export function AccountChanged({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = pageTitle("Account changed");
    heading.current?.focus();
  }, []);
  return (
    <>
      <StandInsBanner />
      <main
        id="main"
        className="grid flex-1 content-center justify-items-center gap-8 px-(--gutter) py-16"
      >
        <Logo />
        <div className="grid w-[min(28rem,100%)] justify-items-center gap-3 text-center">
          <h1
            ref={heading}
            tabIndex={-1}
            aria-describedby="account-changed"
            className="max-w-full text-2xl leading-[1.2] wrap-anywhere"
          >
            You're now signed in as {email}
          </h1>
          <p id="account-changed" className="text-muted-foreground">
            You switched accounts in another tab, so we've cleared what was open here.
          </p>
          {/* Loads a new document, so that nothing stays in memory. */}
          <Button asChild className="mt-3">
            <a href={paths.dashboard()} onClick={acceptReplacement}>
              Continue to your dashboard
            </a>
          </Button>
        </div>
      </main>
    </>
  );
}
