// Identity verifications, with a state filter, a search and a review dialog.
import { Link, type LinkProps } from "react-router";
import type { Verification } from "../../../../contract/admin/admin-verifications.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { AdminList, NothingFound } from "../admin-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import type { VerificationFilter } from "../../../../contract/admin/admin-verifications.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { MarketplaceSetting } from "../marketplace-setting.tsx";
import { useVerifications } from "./use-admin-verifications.ts";
import { VerificationDialog } from "./verification-dialog.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Verifications, Admin");

const FILTERS: ListFilters<VerificationFilter> = [
  { value: "all", label: "All" },
  { value: "submitted", label: "Waiting" },
  { value: "verified", label: "Verified" },
  { value: "rejected", label: "Rejected" },
];

const personId = (id: string) => `person-${id}`;

export default function AdminVerifications() {
  const { view, toolbar, showAll, linkTo, closeDetails } = useListView(
    FILTERS,
    "person",
    paths.adminVerifications,
  );
  const { filter, search, openId } = view;
  const focus = useFocusAfterwards();
  const list = useVerifications(filter, search);
  return (
    <>
      <h1 className="text-2xl">Verifications</h1>
      <MarketplaceSetting
        setting="verified_drivers_only"
        title="Who can book"
        label="Verified drivers only"
        text="Only verified drivers can book, and every car page says so. Existing bookings are not cancelled."
      />
      <ListToolbar {...toolbar} label="Search verifications" placeholder="Name or email" />
      <Panel flush>
        <AdminList
          of="verifications"
          list={list}
          getItems={(page) => page.verifications}
          empty={
            <NothingFound
              view={view}
              onShowAll={showAll}
              one="verification"
              none="No verifications yet"
              {...(filter === "submitted" && { inState: "No one is waiting for verification." })}
            />
          }
          elementId={({ user_id }) => personId(user_id)}
          focus={focus}
        >
          {(verifications) => (
            <DataTable
              label="Verifications"
              columns={columns(linkTo)}
              rows={verifications}
              rowKey={({ user_id }) => user_id}
            />
          )}
        </AdminList>
      </Panel>
      {openId && <VerificationDialog userId={openId} onClose={closeDetails} />}
    </>
  );
}

const columns = (linkTo: (id: string) => LinkProps): Column<Verification>[] => [
  {
    label: "Person",
    kind: "lead",
    render: ({ user_id, first_name, last_name, email, is_suspended }) => (
      <div className="min-w-40">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            id={personId(user_id)}
            {...linkTo(user_id)}
            className="font-bold wrap-anywhere hover:underline"
          >
            {first_name} {last_name}
          </Link>
          {is_suspended && <Badge variant="destructive">Suspended</Badge>}
        </span>
        <p className="text-xs wrap-anywhere text-muted-foreground">{email}</p>
      </div>
    ),
  },
  {
    label: "Sent",
    render: ({ submitted_at: at }) =>
      at && <time dateTime={at}>{formatInstant(new Date(at))}</time>,
  },
  {
    label: "Decided",
    render: ({ decided_at: at, decided_by }) =>
      at ? (
        <div>
          <time dateTime={at}>{formatInstant(new Date(at))}</time>
          {decided_by && <p className="text-xs text-muted-foreground">{decided_by}</p>}
        </div>
      ) : (
        "Not yet"
      ),
  },
  { label: "Status", render: ({ state }) => <IdentityBadge state={state} /> },
  {
    label: "Actions",
    kind: "act",
    render: ({ user_id, first_name, last_name, state }) => (
      <Button asChild size="small" variant={state === "submitted" ? "default" : "outline"}>
        <Link {...linkTo(user_id)} aria-label={`Review, ${first_name} ${last_name}`}>
          Review
        </Link>
      </Button>
    ),
  },
];
