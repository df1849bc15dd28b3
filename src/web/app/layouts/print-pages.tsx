// The layout of signed-in pages made for printing.
import { Outlet } from "react-router";
import { PrintLayout } from "../shell/print-layout.tsx";
import { QueryProvider } from "../../api/query.tsx";

export default function PrintPages() {
  return (
    <QueryProvider>
      <PrintLayout>
        <Outlet />
      </PrintLayout>
    </QueryProvider>
  );
}
