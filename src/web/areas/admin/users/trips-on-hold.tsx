// Says which of a person's trips are still on hold, which lifting a suspension does not change.
import { Link } from "react-router";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Note } from "../../../ui/note.tsx";

export function TripsOnHold({ person }: { person: AdminUser }) {
  const { data } = useApi("GET /api/admin/users/{id}/open-bookings", {
    params: { id: person.id },
  });
  const held = data?.bookings.filter(({ on_hold }) => on_hold) ?? [];
  if (held.length === 0) return null;
  return (
    <Note variant="sun">
      {held.length === 1 ? "One trip is" : `${held.length} trips are`} still on hold. Decide about{" "}
      {held.length === 1 ? "it" : "each of them"} separately:
      <ul>
        {held.map(({ id, number, car }) => (
          <li key={id}>
            <Link to={paths.adminBookings({ booking: id })} className="link">
              {number}
            </Link>
            , {car}
          </li>
        ))}
      </ul>
    </Note>
  );
}
