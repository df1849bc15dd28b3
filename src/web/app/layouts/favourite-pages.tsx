// The layout of the favourites page: the renter's layout when signed in, the public one when signed
// out.
import { Outlet } from "react-router";
import { PublicLayout } from "../shell/public-layout.tsx";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";
import RenterPages from "./renter-pages.tsx";

export default function FavouritePages() {
  if (useSession().status !== "signed-out") return <RenterPages />;
  return (
    <QueryProvider>
      <PublicLayout wide>
        <Outlet />
      </PublicLayout>
    </QueryProvider>
  );
}
