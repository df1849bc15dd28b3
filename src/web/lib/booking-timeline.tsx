// What has happened to a booking, step by step, from the record that the server keeps.
import { useQuery } from "@tanstack/react-query";
import type { Booking } from "../../contract/bookings.ts";
import type { ActorKind, TransitionName } from "../../domain/booking.ts";
import { formatInstantInNassau } from "../../domain/dates.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { api } from "./api.ts";
import { STEP_WORDS } from "./booking-words.ts";
import { Section } from "./details-dialog.tsx";
import { queryKeys, signedIn } from "./query.tsx";

/** Where the step alone does not say who took it. */
const BY: Partial<Record<ActorKind, string>> = {
  renter: "by the renter",
  host: "by the host",
  admin: "by an admin",
};
const DECISIONS: readonly TransitionName[] = ["request_approval", "reject", "cancel_by_renter", "cancel_by_host"];

const inWords = (step: TransitionName, by: ActorKind): string => {
  const [first = "", ...rest] = STEP_WORDS[step].split(", ");
  const who = DECISIONS.includes(step) ? BY[by] : undefined;
  return [who ? `${first} ${who}` : first, ...rest].join(", ");
};

/** Stands in the dialog of booking-details.tsx. It is read again whenever the booking's state is another one. */
export function Timeline({ booking: { id, status, payment_status } }: { booking: Booking }) {
  const { data, isPending } = useQuery({
    queryKey: [...queryKeys.timeline(id), status, payment_status],
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/bookings/{id}/timeline", { params: { id } }, options), signal),
  });
  return (
    <Section title="What has happened">
      {isPending ? (
        <Skeleton className="h-16 rounded-md" />
      ) : data ? (
        <ol className="grid gap-2 text-sm">
          {data.steps.map(({ at, step, by }) => (
            <li key={step} className="border-l-2 border-input pl-3">
              <span className="block font-medium">{inWords(step, by)}</span>
              <time dateTime={at} className="text-muted-foreground">
                {formatInstantInNassau(new Date(at))}
              </time>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-muted-foreground">The steps did not load. Close this and open it again.</p>
      )}
    </Section>
  );
}
