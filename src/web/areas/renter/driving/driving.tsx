// An invitation to drive on someone else's trip, and the trip once it is accepted. The emailed link
// leads here; the layout sends people who are signed out to the sign-in page and back.
import { Link, useParams, useSearchParams } from "react-router";
import type { DriverInvitation } from "../../../../contract/bookings/drivers.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { isCode, isRefused } from "../../../api/api.ts";
import { useApi } from "../../../api/use-api.ts";
import {
  formatDayRange,
  formatDeadline,
  formatLongHandover,
} from "../../../../domain/text/format.ts";
import { BookingPhoto } from "../../../parts/booking/booking-photo.tsx";
import { carName } from "../../../parts/page/shared-text.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Answer, TITLE_ID, type InvitationProps } from "./driving-answer.tsx";

export const meta = () => [...pageMeta("Drive together"), { name: "robots", content: "noindex" }];

const PageSkeleton = () => <Skeleton className="h-96 rounded-lg" />;
/** The layout shows it until the session is known. */
export const handle = { Skeleton: PageSkeleton };

export default function DrivingPage() {
  const { driverId = "" } = useParams();
  const token = useSearchParams()[0].get("token");
  const query = useApi("GET /api/driving/{id}", {
    params: { id: driverId },
    query: { ...(token && { token }) },
  });
  if (query.data) return <Invitation invitation={query.data} token={token} />;
  if (query.isPending) return <PageSkeleton />;
  return (
    <Panel>
      {isCode(query.error, "invitation_for_another") ? (
        <EmptyState
          level={1}
          title="This invitation was sent to another address"
          text="It only works for the email address that received it. Sign out, and sign in or sign up with that address."
          actions={
            <Button asChild>
              <Link to={paths.dashboard()}>Go to your dashboard</Link>
            </Button>
          }
        />
      ) : isRefused(query.error) ? (
        <EmptyState
          level={1}
          title="This invitation no longer works"
          text="It may have been withdrawn or sent again with a new link, or the trip was cancelled. Check your latest email, or ask the person who invited you."
          actions={
            <Button asChild>
              <Link to={paths.dashboard()}>Go to your dashboard</Link>
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

function Invitation({ invitation, token }: InvitationProps) {
  const { car, renter_first_name: renter, host_first_name: host } = invitation;
  const isOver =
    invitation.booking_status !== "pending" && invitation.booking_status !== "approved";
  return (
    <>
      <h1 id={TITLE_ID} tabIndex={-1} className="text-2xl">
        {nameInvitation(invitation, isOver)}
      </h1>
      <Panel className="grid max-w-[42rem] gap-5">
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
          <BookingPhoto car={car} sizes="7rem" className="rounded-md" />
          <div>
            <h2 className="text-lg leading-[1.3] wrap-anywhere">{carName(car)}</h2>
            <p className="text-sm text-muted-foreground">
              {renter}{" "}
              {invitation.booking_status === "pending" ? "has asked to rent" : "is renting"} {host}
              &rsquo;s car.
            </p>
          </div>
        </div>
        <Facts facts={listFacts(invitation)} className="grid-cols-1 sm:grid-cols-2" />
        <State invitation={invitation} isOver={isOver} />
        <Answer invitation={invitation} token={token} />
      </Panel>
    </>
  );
}

function nameInvitation(
  { state, booking_status: status, renter_first_name: renter }: DriverInvitation,
  isOver: boolean,
): string {
  if (isOver) return `${renter}'s trip`;
  if (state === "accepted")
    return status === "pending" ? `You're on ${renter}'s list` : `You're driving with ${renter}`;
  return state === "invited" ? `Drive with ${renter}` : "This invitation is closed";
}

function listFacts({ start_date, end_date, number, handover }: DriverInvitation): Fact[] {
  const today = todayInNassau(new Date());
  const dates = formatDayRange({ start: start_date, end: end_date }, today);
  if (!handover)
    return [
      { label: "Dates", value: dates },
      { label: "Booking", value: number },
    ];
  return [
    { label: "Pickup", value: formatLongHandover(start_date, handover.pickup_time) },
    { label: "Return", value: formatLongHandover(end_date, handover.return_time) },
    { label: "Where", value: handover.place },
    { label: "Booking", value: number },
  ];
}

/** What the person has to know or do now. */
function State({ invitation, isOver }: { invitation: DriverInvitation; isOver: boolean }) {
  const { state, identity, expires_at, booking_status: status, on_hold } = invitation;
  const { renter_first_name: renter } = invitation;
  if (isOver)
    return (
      <Note>
        {status === "completed" ? "This trip is over." : "This trip won't take place."} You
        don&rsquo;t need to do anything.
      </Note>
    );
  if (state === "declined") return <Note>You&rsquo;ve declined. {renter} knows.</Note>;
  if (state === "removed") return <Note>{renter} has removed you from this trip.</Note>;
  if (state === "expired")
    return <Note variant="sun">Your invitation has expired. Ask {renter} to send it again.</Note>;
  if (identity !== "verified") return <Verification invitation={invitation} />;
  if (state === "accepted" && on_hold)
    return (
      <Note variant="sun">
        This trip is on hold while we look into it. Please don&rsquo;t travel to the pickup yet. Ask{" "}
        {renter} what happens next.
      </Note>
    );
  if (state === "accepted")
    return (
      <Note variant="sea">
        {status === "pending"
          ? "You're on the list. We'll email you when the host approves."
          : "Bring your driving licence to the pickup."}
      </Note>
    );
  return (
    <p className="text-sm text-muted-foreground">
      It&rsquo;s free. {renter} and the host will see your name, and that your licence is verified.
      {expires_at && ` You can accept until ${formatDeadline(new Date(expires_at))}.`}
    </p>
  );
}

const NOT_VERIFIED: Record<
  Exclude<DriverInvitation["identity"], "verified">,
  { text: string; link: string }
> = {
  none: {
    text: "To drive, you need a verified licence. Send us yours, then come back to this page.",
    link: "Get verified",
  },
  submitted: {
    text: "We're reviewing your documents. Come back to this page once you're verified.",
    link: "Check status",
  },
  rejected: {
    text: "We couldn't verify you, so you can't drive yet.",
    link: "See why and send new documents",
  },
};

function Verification({ invitation: { identity } }: { invitation: DriverInvitation }) {
  if (identity === "verified") return null;
  const { text, link } = NOT_VERIFIED[identity];
  return (
    <Note variant="sun">
      <p className="mb-2">
        <IdentityBadge state={identity} />
      </p>
      <p>
        {text}{" "}
        <Link to={paths.profile("verification")} className="font-medium underline">
          {link}
        </Link>
      </p>
    </Note>
  );
}
