// Background jobs, in the admin's frame.
import { AdminJobs } from "./admin-jobs.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Jobs, Admin");

export default function AdminJobsPage() {
  return <AdminJobs />;
}
