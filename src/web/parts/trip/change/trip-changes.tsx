// The changes to a booking on its trip's page: the open request, the form for a new one, and
// earlier changes. The URL's hash opens the form, so that links and the back button work.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { isOpenChange } from "../../../../domain/booking/changes/booking-change.ts";
import type { TripForm } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { NotLoaded } from "../../list/not-loaded.tsx";
import { ChangeForm } from "./change-form.tsx";
import { ChangeHistory } from "./change-history.tsx";
import { nameParties } from "./change-text.ts";
import { OpenChange } from "./open-change.tsx";
import { useChanges } from "./use-changes.ts";

export interface TripChangesProps {
  trip: Trip;
  booking: Booking;
}

/** Renders nothing if there are no changes and none can be requested. */
export default function TripChanges({ trip, booking }: TripChangesProps) {
  const query = useChanges(booking.id);
  const { data, isPending } = query;
  const { asked, ask, close, title } = useAsked(data !== undefined);
  if (isPending) return <Skeleton className="h-28 rounded-lg" />;
  if (!data)
    return (
      <Panel>
        <NotLoaded what="Your changes" query={query} />
      </Panel>
    );
  const open = data.changes.find(({ state }) => isOpenChange(state));
  const closed = data.changes.filter((change) => change !== open);
  if (!open && closed.length === 0 && !data.may_request) return null;
  return (
    <Panel as="section" aria-labelledby="trip-changes" className="grid gap-5">
      <h2 id="trip-changes" ref={title} tabIndex={-1} className="scroll-mt-20 text-xl">
        {open ? "Change request" : asked ? ASKED_TITLES[asked] : "Something changed?"}
      </h2>
      {open ? (
        <OpenChange
          bookingId={booking.id}
          change={open}
          viewer={trip.side === "host" ? "host" : "renter"}
          names={nameParties(booking)}
        />
      ) : (
        data.may_request &&
        (asked ? (
          <ChangeForm
            key={asked}
            booking={booking}
            side={trip.side === "host" ? "host" : "renter"}
            names={nameParties(booking)}
            isExtending={asked === "extend"}
            onClose={close}
          />
        ) : (
          <Button variant="outline" className="justify-self-start" onClick={() => ask("change")}>
            <Icon name="calendar-sync" size={18} />
            Change this booking
          </Button>
        ))
      )}
      {closed.length > 0 && (
        <section aria-label="Earlier changes" className="grid gap-3 border-t border-border pt-4">
          <h3 className="text-base font-bold">Earlier changes</h3>
          <ChangeHistory changes={closed} viewer={trip.side} names={nameParties(booking)} />
        </section>
      )}
    </Panel>
  );
}

const ASKED_TITLES: Record<TripForm, string> = {
  extend: "Extend trip",
  change: "Change this booking",
};
const FORMS = Object.keys(ASKED_TITLES) as TripForm[];

/** Which form the URL asks for. Its title takes the focus once it is shown. */
function useAsked(isLoaded: boolean) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const asked = FORMS.find((form) => hash === `#${form}`);
  useEffect(() => {
    if (asked && isLoaded) title.current?.focus();
  }, [asked, isLoaded]);
  return {
    asked,
    title,
    ask: (form: TripForm) => void navigate({ hash: form }, { preventScrollReset: true }),
    close: () => {
      void navigate({ hash: "" }, { replace: true, preventScrollReset: true });
      title.current?.focus();
    },
  };
}
