// The bookings of a signed-in sender, as renter and as host. Loaded only when signed in; brings its
// own QueryProvider, because public pages have none.
import { useEffect, useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatShortRange } from "../../../../domain/text/format.ts";
import { isRefused } from "../../../api/api.ts";
import { QueryProvider } from "../../../api/query.tsx";
import { useApi } from "../../../api/use-api.ts";
import { SelectField } from "../../../forms/fields.tsx";
import { carName } from "../../../parts/page/shared-text.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import type { AppForm } from "../../../forms/use-app-form.ts";
import type { SupportValues } from "./support-values.ts";

export interface BookingFieldProps {
  form: AppForm<SupportValues>;
  /** The booking that the page's URL names; it may be older than those in the lists. */
  named: string | undefined;
}

export default function BookingField(props: BookingFieldProps) {
  return (
    <QueryProvider>
      <Bookings {...props} />
    </QueryProvider>
  );
}

function Bookings({ form, named }: BookingFieldProps) {
  const { mayHost } = useSession();
  const rented = useApi("GET /api/bookings", { query: {} });
  const hosted = useApi("GET /api/host/bookings", { query: {} }, { enabled: mayHost });
  const one = useApi(
    "GET /api/bookings/{id}",
    { params: { id: named ?? "" } },
    { enabled: named !== undefined },
  );
  const queries = [rented, ...(mayHost ? [hosted] : []), ...(named ? [one] : [])];
  const failed = queries.some(({ error }) => error && !isRefused(error));
  const isReady = !failed && queries.every(({ isPending }) => !isPending);
  const chosen = isReady && one.data?.may.includes("message") ? one.data : undefined;
  const { set } = form;
  useEffect(() => {
    if (chosen) set("booking", chosen.id);
  }, [chosen, set]);
  if (failed)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        Your bookings didn&rsquo;t load.
        <Button
          variant="outline"
          size="small"
          busy={queries.some(({ isFetching }) => isFetching)}
          busyLabel="Trying again..."
          onClick={() => void Promise.all(queries.map((query) => query.refetch()))}
        >
          Try again
        </Button>
      </p>
    );
  if (!isReady) return null;
  const ofRenter = rented.data?.bookings ?? [];
  const ofHost = hosted.data?.bookings ?? [];
  const listed = [...ofRenter, ...ofHost];
  const other = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen] : [];
  if (listed.length + other.length === 0) return null;
  return (
    <SelectField form={form} name="booking" label="Booking" optional>
      <option value="">Not about a booking</option>
      <Options bookings={other} />
      <OptionGroup label="Your trips" bookings={ofRenter} />
      <OptionGroup label="Trips with your cars" bookings={ofHost} />
    </SelectField>
  );
}

interface OptionsProps {
  bookings: readonly Booking[];
}

const OptionGroup = ({ label, bookings }: OptionsProps & { label: string }) =>
  bookings.length > 0 && (
    <optgroup label={label}>
      <Options bookings={bookings} />
    </optgroup>
  );

function Options({ bookings }: OptionsProps) {
  const [today] = useState(() => todayInNassau(new Date()));
  return bookings.map((booking) => (
    <option key={booking.id} value={booking.id}>
      {booking.number}: {carName(booking.car)}, {formatShortRange(toRentalPeriod(booking), today)}
    </option>
  ));
}
