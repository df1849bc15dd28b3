// Restricts the admin area to users with the admin role. Others get a toast and go to the dashboard
// (specification section 2).
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../api/api.ts";
import { useLiveAdmins } from "../../api/live.ts";
import { reloadProfile } from "../../session/account.ts";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/overlay/toast.ts";

const AdminStepPage = lazy(() => import("../../parts/second-factor/admin-step.tsx"));

const DENIED = "You don't have permission to access the admin dashboard";

export function AdminAccess({ children }: { children: ReactNode }) {
  const { isAdmin, adminStep } = useSession();
  const navigate = useNavigate();
  useLostRole();
  useLiveAdmins(useQueryClient());
  useEffect(() => {
    if (isAdmin || adminStep) return;
    toast({ title: "Access Denied", description: DENIED, variant: "destructive" });
    void navigate(paths.dashboard(), { replace: true });
  }, [isAdmin, adminStep, navigate]);
  if (isAdmin) return children;
  if (adminStep)
    return (
      <Suspense>
        <AdminStepPage step={adminStep} />
      </Suspense>
    );
  return (
    <Panel>
      <EmptyState
        level={1}
        title="Access Denied"
        text={`${DENIED}.`}
        actions={
          <Button asChild>
            <Link to={paths.dashboard()}>Your dashboard</Link>
          </Button>
        }
      />
    </Panel>
  );
}

/** What the server answers once the role is gone, or another one. */
const LOST: readonly string[] = ["forbidden", "role_required", "second_factor_required"];

/** Refetches the roles when the server refuses a request: the user may no longer be an admin. */
function useLostRole(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { error } = event.action;
        if (error instanceof ApiError && LOST.includes(error.code)) void reloadProfile();
      }),
    [client],
  );
}
