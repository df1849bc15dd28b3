// The public pages in their frame.
import { Outlet, useMatches } from "react-router";
import { PublicLayout } from "../shell/public-layout.tsx";

/** What a page may export as `handle`: that it is wider than the others. */
interface PageHandle {
  wide?: boolean;
}

export default function PublicPages() {
  const wide = (useMatches().at(-1)?.handle as PageHandle | undefined)?.wide ?? false;
  return (
    <PublicLayout wide={wide}>
      <Outlet />
    </PublicLayout>
  );
}
