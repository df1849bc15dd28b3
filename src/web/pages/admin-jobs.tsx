// Background jobs, in the admin's frame.
import { AdminJobs } from "../features/admin-jobs/admin-jobs.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Jobs, Admin");

export default function AdminJobsPage() {
  return <AdminJobs />;
}
