// Restricts the host area to hosts and admins; others can become a host with one click (product.md,
// Accounts). Former hosts can still reach their earnings.
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import { focusMain } from "../../ui/focus/focus-main.ts";
import { usePayoutDetails } from "../../parts/payout/use-payout-details.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { useApiMutation } from "../../api/use-api.ts";
import { reloadProfile } from "../../session/account.ts";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/overlay/toast.ts";

export interface HostAccessProps {
  /** Also admits former hosts who are owed money. */
  payees?: boolean;
  children: ReactNode;
}

export function HostAccess({ payees = false, children }: HostAccessProps) {
  const { mayHost } = useSession();
  const becoming = useBecomeHost();
  const details = usePayoutDetails({ enabled: !mayHost });
  const isPayee = details.data?.is_payee ?? false;
  if (mayHost || (payees && isPayee)) return children;
  if (details.isLoading)
    return (
      <div className="grid min-h-[50vh] place-items-center">
        <Spinner label="Loading" />
      </div>
    );
  if (payees && !details.data)
    return (
      <Panel>
        <FailedState
          level={1}
          title="We couldn't load this page."
          text={sentenceFor(details.error, "Please try again in a moment.")}
          busy={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      </Panel>
    );

  return <BecomeHost isPayee={isPayee} becoming={becoming} />;
}

interface BecomeHostProps {
  isPayee: boolean;
  becoming: ReturnType<typeof useBecomeHost>;
}

function BecomeHost({ isPayee, becoming }: BecomeHostProps) {
  return (
    <Panel>
      <EmptyState
        level={1}
        title="Host Access Required"
        text={
          isPayee
            ? "This page is for hosts. What you earned as a host is still yours: we'll pay it as usual, and you can still see your payouts."
            : "This area is for hosts. Become one with a single click, and keep renting as before."
        }
        actions={
          <>
            <Button
              busy={becoming.isPending}
              busyLabel="One moment..."
              onClick={() => becoming.mutate()}
            >
              Become a host
            </Button>
            <Button asChild variant="outline">
              {isPayee ? (
                <Link to={paths.hostPayouts()}>Your payouts</Link>
              ) : (
                <Link to={paths.profile()}>Your profile</Link>
              )}
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.home()}>Home</Link>
            </Button>
          </>
        }
      />
    </Panel>
  );
}

/** Makes the person a host. The page that they came for then has the focus. */
function useBecomeHost() {
  const { mayHost } = useSession();
  const becoming = useApiMutation("POST /api/profile/host", {
    failed: "Your account wasn't changed. Please try again in a moment.",
    onSuccess: async () => {
      await reloadProfile();
      toast({ title: "You're now a host", description: "You can list cars and still rent them." });
    },
  });
  const became = becoming.isSuccess;
  // The button that had the focus is gone.
  useEffect(() => {
    if (became && mayHost) focusMain();
  }, [became, mayHost]);
  return becoming;
}
