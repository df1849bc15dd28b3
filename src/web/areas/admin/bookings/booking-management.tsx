// Booking Management on the admin's first page: all or pending bookings, with their actions.
import { useNavigate, useSearchParams } from "react-router";
import { paths, type AdminSearch } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { Tabs } from "../../../ui/form/tabs.tsx";
import { BookingsList } from "./bookings-list.tsx";
import { useAdminBookings } from "./use-admin-bookings.ts";

const FIRST = 5;

/** `pending` is the number of pending bookings, or undefined until it is known. */
export function BookingManagement({ pending }: { pending: number | undefined }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = params.get("filter") === "pending" ? "pending" : "all";
  const search = params.get("search")?.trim() ?? "";
  const listings = params.get("listings") ?? "";
  const show = (change: AdminSearch, replace = false) =>
    void navigate(
      paths.admin({ ...(filter === "pending" && { filter }), search, listings, ...change }),
      {
        replace,
        preventScrollReset: true,
      },
    );
  const list = useAdminBookings({ filter, search });
  const content = (
    <BookingsList
      list={list}
      first={FIRST}
      linkTo={(bookingId) => ({ to: paths.adminBookings({ booking: bookingId }) })}
      empty={<NoBookings search={search} filter={filter} />}
    />
  );
  return (
    <Panel as="section" flush aria-labelledby="booking-management">
      <Tabs
        label="Status"
        value={filter}
        onValueChange={(value) => show({ filter: value === "pending" ? value : "" })}
        className="!gap-0"
        renderList={(tabs) => (
          <div className="flex flex-wrap items-center gap-3 p-5 md:px-6">
            <h2 id="booking-management" className="mr-auto text-xl">
              Booking Management
            </h2>
            {tabs}
            <SearchBox
              label="Search bookings"
              placeholder="Number, car or person"
              search={search}
              onSearch={(text) => show({ search: text }, true)}
            />
          </div>
        )}
        tabs={[
          { value: "all", label: "All", content },
          {
            value: "pending",
            label: (
              <>
                Pending
                {pending !== undefined && (
                  <Badge variant={pending > 0 ? "sun" : "quiet"}>{pending}</Badge>
                )}
              </>
            ),
            content,
          },
        ]}
      />
    </Panel>
  );
}

function NoBookings({ search, filter }: { search: string; filter: "pending" | "all" }) {
  if (search)
    return (
      <EmptyState level={3} title="No bookings found" text={`No booking matches “${search}”.`} />
    );
  if (filter === "pending") return <EmptyState level={3} title="All caught up" />;
  return <EmptyState level={3} title="No bookings yet" />;
}
