// The hosts whom the user helps, with their cars and the user's rights for each.
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Api } from "../../../contract/index.ts";
import type { HelperRight } from "../../../domain/helper/helpers.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { BookingPhoto } from "../../parts/booking/booking-photo.tsx";
import { describeRights } from "../../parts/helper/rights-text.ts";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { carName } from "../../parts/page/shared-text.ts";
import { PageContent } from "../../parts/list/page-content.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { Panel } from "../../ui/panel.tsx";

const ConfirmDialog = lazy(() => import("../../ui/overlay/confirm-dialog.tsx"));

export const meta = () => pageMeta("Helping");

type Host = Api["GET /api/helping"]["output"]["hosts"][number];

export default function HelpingPage() {
  const query = useApi("GET /api/helping", {});
  return (
    <>
      <h1 className="text-2xl">Helping</h1>
      <PageContent
        query={query}
        data={query.data?.hosts}
        failed="The page didn't load."
        height="h-72"
      >
        {(hosts) => <Hosts hosts={hosts} />}
      </PageContent>
    </>
  );
}

function Hosts({ hosts }: { hosts: readonly Host[] }) {
  const may = (right: HelperRight) =>
    hosts.some(({ cars }) => cars.some(({ rights }) => rights.includes(right)));
  if (hosts.length === 0)
    return (
      <Panel>
        <EmptyState
          art={<EmptyArt of="plans" />}
          title="You're not helping anyone yet"
          text="When a host invites you to help, you'll get an email."
        />
      </Panel>
    );
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {may("handovers") && (
          <Button asChild>
            <Link to={paths.helpingDay()}>Day sheet</Link>
          </Button>
        )}
        {may("messages") && (
          <Button asChild variant="outline">
            <Link to={paths.helpingMessages()}>Messages</Link>
          </Button>
        )}
      </div>
      {hosts.map((host) => (
        <HostPanel key={host.id} host={host} />
      ))}
    </>
  );
}

function HostPanel({ host }: { host: Host }) {
  const [isLeaving, setLeaving] = useState(false);
  const name = host.host_first_name;
  const leave = useApiMutation("POST /api/helping/{id}/decline", {
    call: () => ({ params: { id: host.id }, body: {} }),
    invalidates: ["GET /api/helping"],
    failed: "That didn't work",
    onSuccess: () => toast({ title: `You no longer help ${name}` }),
    onSettled: () => setLeaving(false),
  });
  return (
    <Panel as="section" aria-label={name} className="grid gap-4">
      <h2 className="text-xl">{name}</h2>
      <ul className="grid gap-4">
        {host.cars.map((car) => (
          <li key={car.id} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4">
            <BookingPhoto car={car} sizes="6rem" className="rounded-md" />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                {carName(car)}
                {car.license_plate && `, ${car.license_plate}`}
              </p>
              <p className="text-sm text-muted-foreground">{describeRights(car.rights)}</p>
              {car.rights.includes("calendar") && (
                <Link to={paths.helpingCar(car.id)} className="link text-sm">
                  Calendar
                </Link>
              )}
            </div>
          </li>
        ))}
        {host.cars.length === 0 && <li className="text-muted-foreground">No cars right now.</li>}
      </ul>
      <Button
        variant="ghost-destructive"
        size="small"
        className="justify-self-start"
        onClick={() => setLeaving(true)}
      >
        Stop helping
      </Button>
      <Suspense>
        {isLeaving && (
          <ConfirmDialog
            title={`Stop helping ${name}?`}
            text={`Your access to ${name}'s cars ends right away. To come back, you'd need a new invitation.`}
            cancelLabel="Cancel"
            confirmLabel="Stop helping"
            busyLabel="Leaving..."
            busy={leave.isPending}
            onClose={() => setLeaving(false)}
            onConfirm={() => leave.mutate()}
          />
        )}
      </Suspense>
    </Panel>
  );
}
