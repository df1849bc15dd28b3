// The layout of signed-in pages made for printing.
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
