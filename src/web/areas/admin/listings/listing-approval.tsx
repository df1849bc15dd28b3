// Listing Approval on the admin's first page: unapproved listings, searched and decided in place.
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { ListingsList } from "./listings-list.tsx";
import { useAdminListings } from "./use-admin-listings.ts";

const FIRST = 5;

export function ListingApproval() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const search = params.get("listings")?.trim() ?? "";
  const list = useAdminListings({ filter: "pending", search });
  const searchFor = (listings: string) => {
    const { filter, search: bookings } = Object.fromEntries(params);
    const query = { ...(filter && { filter }), ...(bookings && { search: bookings }) };
    void navigate(paths.admin({ ...query, listings }), { replace: true, preventScrollReset: true });
  };
  return (
    <Panel as="section" flush aria-labelledby="listing-approval">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 md:px-6">
        <h2 id="listing-approval" className="text-xl">
          Listing Approval
        </h2>
        <SearchBox
          label="Search listings"
          placeholder="Car or host"
          search={search}
          onSearch={searchFor}
        />
      </div>
      <ListingsList
        list={list}
        first={FIRST}
        level={3}
        linkTo={(listing) => ({ to: paths.adminListings({ listing }) })}
        empty={
          search ? (
            <EmptyState
              level={3}
              title="No listings found"
              text={`No pending listing matches “${search}”.`}
            />
          ) : (
            <EmptyState level={3} title="All caught up" />
          )
        }
      />
    </Panel>
  );
}
