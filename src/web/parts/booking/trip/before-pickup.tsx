// Asks a renter with a booking to add a missing phone number and verification.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";

/** Renders nothing if neither is missing. */
export function BeforePickup({ booking: { renter, car } }: { booking: Booking }) {
  const lacksPhone = renter.phone === null;
  const lacksIdentity = renter.identity === "none" || renter.identity === "rejected";
  if (!lacksPhone && !lacksIdentity) return null;
  const host = car.host.first_name;
  return (
    <Note variant="sun" icon={<Icon name="id-card" />}>
      <p className="font-bold">
        {lacksIdentity
          ? "Verify your ID before pickup. It takes 2 minutes."
          : `How can ${host} reach you?`}
      </p>
      <p>
        {lacksPhone && `Add your phone number so ${host} can call you about pickup. `}
        {lacksIdentity && `Upload your driving licence and ID so ${host} knows it's really you.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {lacksPhone && (
          <Button asChild variant="outline" size="small">
            <Link to={paths.profile()}>Add phone number</Link>
          </Button>
        )}
        {lacksIdentity && (
          <Button asChild variant="outline" size="small">
            <Link to={paths.profile("verification")}>Verify now</Link>
          </Button>
        )}
      </div>
    </Note>
  );
}
