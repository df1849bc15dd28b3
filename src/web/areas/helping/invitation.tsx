// An invitation to help a host. The emailed link leads here; the layout sends people who are signed
// out to the sign-in page and back.
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import type { HelperInvitation } from "../../../contract/host/helpers.ts";
import { formatDeadline } from "../../../domain/text/format.ts";
import { isCode, isRefused } from "../../api/api.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { HelperFailure } from "../../parts/helper/explain-helper.tsx";
import { describeRights } from "../../parts/helper/rights-text.ts";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { carName } from "../../parts/page/shared-text.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const meta = () => [
  ...pageMeta("Help a host"),
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

const PageSkeleton = () => <Skeleton className="h-72 rounded-lg" />;
/** The layout shows it until the session is known. */
export const handle = { Skeleton: PageSkeleton };

export default function InvitationPage() {
  const { helperId = "" } = useParams();
  const token = useSearchParams()[0].get("token");
  const query = useApi("GET /api/helping/{id}", {
    params: { id: helperId },
    query: { ...(token && { token }) },
  });
  if (query.data) return <Invitation invitation={query.data} token={token} />;
  if (query.isPending) return <PageSkeleton />;
  const isForAnother = isCode(query.error, "helper_invitation_for_another");
  return (
    <Panel>
      {isRefused(query.error) ? (
        <EmptyState
          level={1}
          title={
            isForAnother
              ? "This invitation was sent to another address"
              : "This invitation no longer works"
          }
          text={
            isForAnother
              ? "It only works for the email address that received it. Sign out, and sign in or sign up with that address."
              : "It may have been withdrawn or sent again with a new link. Check your latest email, or ask the host."
          }
          actions={
            <Button asChild>
              <Link to={paths.helping()}>Cars you help with</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="We couldn't load the invitation."
          text="Check your connection and try again."
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Panel>
  );
}

interface InvitationProps {
  invitation: HelperInvitation;
  token: string | null;
}

function Invitation({ invitation, token }: InvitationProps) {
  const { host_first_name: host, cars, state, expires_at: expiresAt } = invitation;
  return (
    <>
      <h1 className="text-2xl">
        {state === "accepted" ? `You're helping ${host}` : `${host} would like your help`}
      </h1>
      <Panel className="grid max-w-[42rem] gap-5">
        <ul className="grid gap-2">
          {cars.map((car) => (
            <li key={car.id} className="wrap-anywhere">
              <b className="font-medium">{carName(car)}</b>
              <span className="block text-sm text-muted-foreground">
                {describeRights(car.rights)}
              </span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted-foreground">
          You&rsquo;ll see these cars and their bookings, never prices or earnings. {host} sees your
          name and what you record and write, and can end this at any time.
          {state === "invited" &&
            expiresAt &&
            ` You can accept until ${formatDeadline(new Date(expiresAt))}.`}
        </p>
        {state === "accepted" ? (
          <Button asChild className="justify-self-start">
            <Link to={paths.helping()}>See the cars</Link>
          </Button>
        ) : (
          <Answer invitation={invitation} token={token} />
        )}
      </Panel>
    </>
  );
}

function Answer({ invitation: { id, state }, token }: InvitationProps) {
  const navigate = useNavigate();
  const call = () => ({ params: { id }, body: { token } });
  const invalidates = ["GET /api/helping", "GET /api/helping/{id}"] as const;
  const accept = useApiMutation("POST /api/helping/{id}/accept", {
    call,
    invalidates,
    onSuccess: async () => {
      toast({ title: "You're a helper" });
      await navigate(paths.helping(), { replace: true });
    },
  });
  const decline = useApiMutation("POST /api/helping/{id}/decline", {
    call,
    invalidates: ["GET /api/helping"],
    onSuccess: async () => {
      toast({ title: "Invitation declined" });
      await navigate(paths.dashboard(), { replace: true });
    },
  });
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {state === "invited" && (
          <Button
            busy={accept.isPending}
            busyLabel="Accepting..."
            disabled={decline.isPending}
            onClick={() => accept.mutate()}
          >
            Accept
          </Button>
        )}
        <Button
          variant="outline"
          busy={decline.isPending}
          busyLabel="Sending..."
          disabled={accept.isPending}
          onClick={() => decline.mutate()}
        >
          Decline
        </Button>
      </div>
      <HelperFailure
        error={accept.failure ?? decline.failure}
        otherwise="Your answer wasn't sent. Please try again."
      />
    </>
  );
}
