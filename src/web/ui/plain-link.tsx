// An internal link that is cheap to render, for places with many links. React Router's Link
// resolves its address three times and prepares to prefetch.
import { createContext, use, type ComponentProps, type MouseEvent } from "react";
import type { NavigateFunction } from "react-router";

/** Navigates without loading a document. The root provides it; without it, the browser follows the
 *  link. */
export const NavigateContext = createContext<NavigateFunction | undefined>(undefined);

export interface PlainLinkProps extends Omit<ComponentProps<"a">, "href" | "target" | "onClick"> {
  /** An absolute path within the site. */
  to: string;
  /** The state of the history entry. */
  state?: unknown;
}

export function PlainLink({ to, state, children, ...rest }: PlainLinkProps) {
  const navigate = use(NavigateContext);
  return (
    <a {...rest} href={to} onClick={(event) => followLink(event, navigate, to, state)}>
      {children}
    </a>
  );
}

/** Navigates instead of the browser, unless the click opens the address elsewhere.
 *  @param to an absolute path within the site */
export function followLink(
  event: MouseEvent,
  navigate: NavigateFunction | undefined,
  to: string,
  state?: unknown,
): void {
  if (!navigate || event.button !== 0 || opensElsewhere(event)) return;
  event.preventDefault();
  const { pathname, search, hash } = location;
  void navigate(to, { state, replace: to === pathname + search + hash });
}

/** Whether the click opens a new tab or window, or downloads. */
const opensElsewhere = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || altKey || ctrlKey || shiftKey;
