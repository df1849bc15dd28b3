// A part of a page without controls: text, pictures and links. A first visit keeps the HTML that
// the server rendered and loads none of the part's code.
import {
  lazy,
  use,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from "react";
import { followLink, NavigateContext } from "./plain-link.tsx";

/** One object for all renderings: React would set another one as the element's HTML. */
const AS_RENDERED = { __html: "" };
const subscribe = () => () => undefined;

/** @param load imports the part; nothing else that the page loads may import its file.
 *  A page that is opened by a link within the site, or cannot be hydrated, loads the part and
 *  renders it as usual. A part whose properties change needs a `key` that changes with them. */
export function staticPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return function StaticPart(props: Props) {
    const isHydrating = useSyncExternalStore(
      subscribe,
      () => false,
      () => !import.meta.env.SSR,
    );
    const [keepsHtml] = useState(isHydrating);
    const navigate = use(NavigateContext);
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      if (link?.origin !== location.origin || link.target) return;
      followLink(event, navigate, link.pathname + link.search + link.hash);
    };
    return keepsHtml ? (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for links
      <div
        className="contents"
        suppressHydrationWarning
        onClick={follow}
        // oxlint-disable-next-line react/no-danger -- our own constant
        dangerouslySetInnerHTML={AS_RENDERED}
      />
    ) : (
      <div className="contents">
        <Part {...props} />
      </div>
    );
  };
}
