// The page of a runner's link: one handover, without an account. Only the browser can render it,
// because the secret is in the URL's fragment, which never reaches the server.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { RunnerHandover } from "../../../contract/bookings/runner-links.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatDay, formatTime } from "../../../domain/text/format.ts";
import { isCode } from "../../api/api.ts";
import { photoSizes } from "../../parts/listing/photo-sizes.ts";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { explainTrip } from "../../parts/trip/explain-trip.tsx";
import { HandoverPanel } from "../../parts/trip/handover-panel.tsx";
import { TripRecorderContext } from "../../parts/trip/trip-recorder.ts";
import { formatAt } from "../../parts/trip/trip-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Photo } from "../../ui/photo/photo.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { openRunnerClient, type RunnerClient } from "./runner-client.ts";

export const meta = () => [
  ...pageMeta("Handover"),
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

/** How often to refetch: the handover also changes over time and on other phones. */
const REFETCH_MS = 30_000;

function onHashChange(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
/** Undefined on the server, which never receives the secret. */
const useSecret = (): string | undefined =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash.slice(1),
    () => undefined,
  );

/** The codes of a link that will not work again. Any other failure may pass. */
const OVER = [
  "not_found",
  "invalid_request",
  "runner_link_revoked",
  "runner_link_used",
  "runner_trip_over",
  "runner_link_expired",
] as const;

export default function RunnerPage() {
  const secret = useSecret();
  if (secret === undefined) return <Loading />;
  return <OpenedLink key={secret} secret={secret} />;
}

const Loading = () => (
  <>
    <p role="status" className="sr-only">
      Loading
    </p>
    <Skeleton className="h-96 rounded-lg" />
  </>
);

const toKey = (secret: string) => ["runner", secret];

function OpenedLink({ secret }: { secret: string }) {
  const client = useMemo(() => openRunnerClient(secret), [secret]);
  const query = useQuery({
    queryKey: toKey(secret),
    queryFn: ({ signal }) => client.read(signal),
    refetchInterval: REFETCH_MS,
  });
  const isOver = OVER.some((code) => isCode(query.error, code));
  if (query.data && !isOver)
    return <HandoverPage handover={query.data} client={client} secret={secret} />;
  if (query.isPending) return <Loading />;
  return (
    <Panel>
      {isOver ? (
        <EmptyState
          level={1}
          title={
            isCode(query.error, "runner_link_used") ? "All done" : "This link doesn't work anymore"
          }
          text={
            isCode(query.error, "not_found") || isCode(query.error, "invalid_request")
              ? "It may be incomplete. Ask the host to send it again."
              : explainTrip(query.error, "Ask the host for a new one.")
          }
        />
      ) : (
        <FailedState
          level={1}
          title="The handover didn't load."
          text={explainTrip(query.error, "Check your connection and try again.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Panel>
  );
}

interface HandoverPageProps {
  handover: RunnerHandover;
  client: RunnerClient;
  secret: string;
}

function HandoverPage({ handover: shown, client, secret }: HandoverPageProps) {
  const cache = useQueryClient();
  const recorder = useMemo(
    () => client.openRecorder((answer) => cache.setQueryData(toKey(secret), answer)),
    [client, cache, secret],
  );
  const { name, host_first_name: host, handover, car, extras, trip } = shown;
  const at = new Date(shown.at);
  const now = new Date();
  const { opens_at: opensAt, may_record: mayRecord } = trip[handover];
  return (
    <TripRecorderContext value={recorder}>
      <div className="grid gap-1">
        <p className="text-muted-foreground">
          {name}, you&rsquo;re doing one handover for {host}
        </p>
        <h1 className="text-3xl">
          {formatTime(at)}, the car {handover === "pickup" ? "goes out" : "comes back"}
        </h1>
        <p className="text-muted-foreground">
          {formatDay(todayInNassau(at), todayInNassau(now))}. The link expires on{" "}
          {formatAt(shown.expires_at)}.
        </p>
      </div>
      <Panel as="section" aria-label="Car and place" flush>
        {car.image && (
          <Photo
            {...photoSizes(car.image)}
            sizes="(max-width: 40rem) 100vw, 40rem"
            alt=""
            className="aspect-[2/1] w-full rounded-none object-cover"
          />
        )}
        <div className="grid gap-4 p-5 md:p-8">
          <Facts
            className="grid-cols-1 sm:grid-cols-2"
            facts={[
              {
                label: "Car",
                value: [car.title, car.color?.toLowerCase()].filter(Boolean).join(", "),
              },
              { label: "Plate", value: car.license_plate ?? "No plate" },
              { label: "For", value: trip.renter.first_name },
              { label: "Where", value: trip.place },
              ...(extras.length > 0 ? [{ label: "Extras", value: extras.join(", ") }] : []),
            ]}
          />
        </div>
      </Panel>
      {trip.on_hold && handover === "pickup" && (
        <Note variant="conch">Please don&rsquo;t hand over the car until {host} tells you to.</Note>
      )}
      {!mayRecord && (
        <Note>
          {opensAt && new Date(opensAt) > now
            ? `You can record the car from ${formatAt(opensAt)}.`
            : "The car can be recorded once the pickup is confirmed."}
        </Note>
      )}
      <HandoverPanel trip={trip} handover={handover} />
      <p className="text-sm text-muted-foreground">
        You don&rsquo;t need an account. This page shows this one handover and nothing else. {host}{" "}
        sees each time the link is used, and can revoke it.
      </p>
    </TripRecorderContext>
  );
}
