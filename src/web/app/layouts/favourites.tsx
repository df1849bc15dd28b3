// The page of favourites: among the renter's pages for who is signed in, in the public frame for who is not.
import { Outlet } from "react-router";
import { PublicLayout } from "../shell/public-layout.tsx";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";
import RenterPages from "./renter.tsx";

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
