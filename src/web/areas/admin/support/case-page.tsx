// One case of support, in the admin's frame.
import { AdminCase } from "./admin-case.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/case-page";

export const meta = () => pageMeta("Case, Admin");

export default function AdminCasePage({ params: { caseId } }: Route.ComponentProps) {
  return <AdminCase key={caseId} caseId={caseId} />;
}
