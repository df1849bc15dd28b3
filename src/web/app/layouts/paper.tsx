// Signed-in pages that are made for printing, in their frame, with what they have read from the API.
import { Outlet } from "react-router";
import { PaperLayout } from "../shell/paper-layout.tsx";
import { QueryProvider } from "../../api/query.tsx";

export default function PaperPages() {
  return (
    <QueryProvider>
      <PaperLayout>
        <Outlet />
      </PaperLayout>
    </QueryProvider>
  );
}
