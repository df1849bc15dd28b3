// The layout of the public pages.
import { Outlet, useMatches } from "react-router";
import { PublicLayout } from "../shell/public-layout.tsx";

/** A page's `handle` export: whether it uses the wider layout. */
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
