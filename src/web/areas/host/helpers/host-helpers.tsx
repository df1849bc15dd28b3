// A host's helpers: inviting them by email, changing their rights for each car, removing them.
import { lazy, Suspense, useState } from "react";
import type { Api } from "../../../../contract/index.ts";
import { formatDeadline } from "../../../../domain/text/format.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { HelperFailure } from "../../../parts/helper/explain-helper.tsx";
import { describeRights } from "../../../parts/helper/rights-text.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { fullName } from "../../../parts/person/full-name.ts";
import { PageContent } from "../../../parts/list/page-content.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Panel } from "../../../ui/panel.tsx";
import { HelperDialog } from "./helper-dialog.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export const meta = () => pageMeta("Helpers");

type Helpers = Api["GET /api/host/helpers"]["output"];
type Helper = Helpers["helpers"][number];

export default function HostHelpersPage() {
  const query = useApi("GET /api/host/helpers", {});
  const [inviting, setInviting] = useState(false);
  const { data } = query;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Helpers</h1>
          <p className="max-w-[42rem] text-muted-foreground">
            Let others do part of the work, car by car. They never see prices or what you earn.
          </p>
        </div>
        {data && data.cars.length > 0 && (
          <Button onClick={() => setInviting(true)}>Invite a helper</Button>
        )}
      </div>
      <PageContent query={query} data={data} failed="Your helpers didn't load." height="h-48">
        {(loaded) => <List {...loaded} />}
      </PageContent>
      {inviting && data && <HelperDialog cars={data.cars} onClose={() => setInviting(false)} />}
    </>
  );
}

function List({ helpers, cars }: Helpers) {
  if (helpers.length === 0)
    return (
      <Panel>
        <EmptyState
          art={<EmptyArt of="plans" />}
          title="No helpers yet"
          text={
            cars.length === 0
              ? "Add a car first. Then you can invite somebody to help with it."
              : "Invite somebody by email to help with the calendar, messages or handovers. For a single handover, send a link from the day sheet instead."
          }
        />
      </Panel>
    );
  return (
    <ul className="grid gap-4">
      {helpers.map((helper) => (
        <li key={helper.id}>
          <HelperCard helper={helper} cars={cars} />
        </li>
      ))}
    </ul>
  );
}

const nameHelper = ({ first_name, last_name, email }: Helper): string =>
  first_name === null ? email : fullName({ first_name, last_name: last_name ?? "" });

interface HelperProps {
  helper: Helper;
  cars: Helpers["cars"];
}

function Head({ helper }: Pick<HelperProps, "helper">) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{nameHelper(helper)}</h2>
          {helper.first_name !== null && (
            <p className="text-sm wrap-anywhere text-muted-foreground">{helper.email}</p>
          )}
        </div>
        <Badge variant={helper.state !== "accepted" ? "secondary" : "default"}>
          {
            { invited: "Invited", expired: "Invitation expired", accepted: "Helps you" }[
              helper.state
            ]
          }
        </Badge>
      </div>
      {helper.state === "invited" && helper.expires_at && (
        <p className="text-sm text-muted-foreground">
          Can be accepted until {formatDeadline(new Date(helper.expires_at))}.
        </p>
      )}
    </>
  );
}

const Cars = ({ helper, cars }: HelperProps) => (
  <ul className="grid gap-1 text-sm">
    {helper.cars.map(({ car_id, rights }) => {
      const car = cars.find(({ id }) => id === car_id);
      return (
        <li key={car_id} className="wrap-anywhere">
          <b className="font-medium">{car?.title ?? "A car"}</b>
          {car?.license_plate && `, ${car.license_plate}`}: {describeRights(rights)}
        </li>
      );
    })}
    {helper.cars.length === 0 && <li className="text-muted-foreground">No cars anymore.</li>}
  </ul>
);

function HelperCard({ helper, cars }: HelperProps) {
  const [open, setOpen] = useState<"edit" | "remove">();
  const isWaiting = helper.state !== "accepted";
  const name = nameHelper(helper);
  const call = () => ({ params: { id: helper.id } });
  const invalidates = ["GET /api/host/helpers", "GET /api/host/day-sheet"] as const;
  const remove = useApiMutation("DELETE /api/host/helpers/{id}", {
    call,
    invalidates,
    onSuccess: () => toast({ title: isWaiting ? "Invitation withdrawn" : `${name} was removed` }),
    onSettled: () => setOpen(undefined),
  });
  const resend = useApiMutation("POST /api/host/helpers/{id}/resend", {
    call,
    invalidates,
    onSuccess: () => toast({ title: `Invitation sent to ${helper.email}` }),
  });
  return (
    <Panel as="article" className="grid gap-3" aria-label={name}>
      <Head helper={helper} />
      <Cars helper={helper} cars={cars} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="small" onClick={() => setOpen("edit")}>
          Change access
        </Button>
        {isWaiting && (
          <Button
            variant="outline"
            size="small"
            busy={resend.isPending}
            busyLabel="Sending..."
            onClick={() => resend.mutate()}
          >
            Send again
          </Button>
        )}
        <Button variant="ghost-destructive" size="small" onClick={() => setOpen("remove")}>
          {isWaiting ? "Withdraw" : "Remove"}
        </Button>
      </div>
      <HelperFailure
        error={resend.failure ?? remove.failure}
        otherwise="That didn't work. Please try again."
      />
      {open === "edit" && (
        <HelperDialog cars={cars} helper={helper} onClose={() => setOpen(undefined)} />
      )}
      <Suspense>
        {open === "remove" && (
          <ConfirmDialog
            title={isWaiting ? "Withdraw the invitation?" : `Remove ${name}?`}
            text={
              isWaiting
                ? "The link in the email stops working."
                : "Their access to your cars ends right away, and so do the handover links they created."
            }
            cancelLabel="Cancel"
            confirmLabel={isWaiting ? "Withdraw" : "Remove"}
            busy={remove.isPending}
            onClose={() => setOpen(undefined)}
            onConfirm={() => remove.mutate()}
          />
        )}
      </Suspense>
    </Panel>
  );
}
