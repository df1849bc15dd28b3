// One case of support, in the admin's frame.
import { AdminCase } from "../features/admin-support/admin-case.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/admin-case";

export const meta = () => pageMeta("Case, Admin");

export default function AdminCasePage({ params: { caseId } }: Route.ComponentProps) {
  return <AdminCase key={caseId} caseId={caseId} />;
}
