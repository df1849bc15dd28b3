// Deleting one's account: what goes and what stays, what stands in the way with the page that helps, and the password.
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { Departure } from "../../../../contract/people/personal-data.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { api } from "../../../api/api.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

const useDeparture = () =>
  useQuery({
    queryKey: queryKeys.departure,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/account/departure", {}, options), signal),
  });

export function DeleteSection() {
  const query = useDeparture();
  const [isAsking, setAsking] = useState(false);
  if (query.isPending) return <Skeleton className="h-[9rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="What your account still has open" query={query} />;
  const obstacles = obstaclesOf(query.data);
  const { listings } = query.data;
  return (
    <>
      <p>
        <b>What goes:</b> your name, address, phone number, date of birth, photo, the words about you, your sessions,
        favourites and notifications, messages to support
        {listings > 0 && `, and your ${counted(listings, "listing")} with their papers`}. Nobody can bring them back.
      </p>
      <p>
        <b>What stays:</b> bookings that are over, movements of money and what you wrote to the other side, without your
        name, and with addresses and phone numbers taken out of your messages. You may sign up again with the same
        address at any time.
      </p>
      {obstacles.length > 0 ? (
        <Note variant="sun" icon={<CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <p>Your account can be deleted once this is settled:</p>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {obstacles.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </Note>
      ) : (
        <Button variant="ghost-destructive" className="justify-self-start" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <DeleteDialog onClose={() => setAsking(false)} onRefused={() => void query.refetch()} />
        </Suspense>
      )}
    </>
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const link = (to: string, words: string): ReactNode => (
  <Link to={to} className="underline">
    {words}
  </Link>
);

function obstaclesOf({ bookings, hosted, payouts, balance_cents }: Departure): { id: string; text: ReactNode }[] {
  const all: { id: string; holds: boolean; text: ReactNode }[] = [
    {
      id: "bookings",
      holds: bookings > 0,
      text: <>{link(paths.bookings(), counted(bookings, "booking"))} of yours not over, or with money on its way</>,
    },
    {
      id: "hosted",
      holds: hosted > 0,
      text: (
        <>{link(paths.hostBookings(), counted(hosted, "booking"))} of your cars not over, or with money on its way</>
      ),
    },
    {
      id: "payouts",
      holds: payouts > 0,
      text: <>{link(paths.hostPayouts(), counted(payouts, "payout"))} on the way to your bank</>,
    },
    {
      id: "owed",
      holds: balance_cents > 0,
      text: (
        <>
          {formatUsd(balance_cents)} that we owe you: it comes with {link(paths.hostPayouts(), "your next payout")}, if
          we have {link(paths.hostSettings("payouts"), "your bank details")}
        </>
      ),
    },
    {
      id: "owing",
      holds: balance_cents < 0,
      text: (
        <>
          {formatUsd(-balance_cents)} that {link(paths.hostPayouts(), "you owe us")}: please{" "}
          {link(paths.support(), "write to support")}
        </>
      ),
    },
  ];
  return all.filter(({ holds }) => holds);
}
