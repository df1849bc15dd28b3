// The section that deletes the account: what is deleted, what is retained, what blocks the deletion
// (with links to resolve it) and the password.
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { Departure } from "../../../../contract/people/personal-data.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useApi } from "../../../api/use-api.ts";
import { countOwnUnsent } from "../../../session/sign-out.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Icon } from "../../../ui/icon.tsx";

const DeleteDialog = lazy(() => import("./delete-account-dialog.tsx"));

export function DeleteSection() {
  const query = useApi("GET /api/account/departure", {});
  const [isAsking, setAsking] = useState(false);
  const [unsent, setUnsent] = useState(0);
  if (query.isPending) return <Skeleton className="h-[9rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your open bookings and payments" query={query} />;
  const obstacles = listObstacles(query.data);
  const { listings, credit_cents } = query.data;
  const ask = async () => {
    setUnsent(await countOwnUnsent());
    setAsking(true);
  };
  return (
    <>
      <p>
        <b>What we delete:</b> your name, email address, phone number, date of birth, photo, profile
        text, sessions, favourites, notifications and messages to support
        {listings > 0 && `, and your ${counted(listings, "listing")} with their documents`}. This
        can&rsquo;t be undone.
      </p>
      <p>
        <b>What stays:</b> past bookings, payment records and what you wrote to the other person,
        without your name, and with email addresses and phone numbers hidden in your messages. You
        can sign up again with the same email at any time.
      </p>
      {credit_cents > 0 && (
        <p>
          <b>What ends:</b> your {formatUsd(credit_cents)} of credit. We can&rsquo;t pay it out.
        </p>
      )}
      {obstacles.length > 0 ? (
        <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
          <p>You can delete your account once this is settled:</p>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {obstacles.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </Note>
      ) : (
        <Button
          variant="ghost-destructive"
          className="justify-self-start"
          onClick={() => void ask()}
        >
          Delete my account
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <DeleteDialog
            unsent={unsent}
            onClose={() => setAsking(false)}
            onRefused={() => void query.refetch()}
          />
        </Suspense>
      )}
    </>
  );
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

const isOrAre = (count: number): string => (count === 1 ? "isn't" : "aren't");
const link = (to: string, text: string): ReactNode => (
  <Link to={to} className="underline">
    {text}
  </Link>
);

function listObstacles({
  bookings,
  hosted,
  driving,
  payouts,
  balance_cents,
  is_booking_banned,
}: Departure): { id: string; text: ReactNode }[] {
  const all: { id: string; holds: boolean; text: ReactNode }[] = [
    {
      id: "bookings",
      holds: bookings > 0,
      text: (
        <>
          {link(paths.bookings(), counted(bookings, "booking"))} that {isOrAre(bookings)} finished
          or settled
        </>
      ),
    },
    {
      id: "hosted",
      holds: hosted > 0,
      text: (
        <>
          {link(paths.hostBookings(), counted(hosted, "booking"))} of your cars that{" "}
          {isOrAre(hosted)} finished or settled
        </>
      ),
    },
    {
      id: "driving",
      holds: driving > 0,
      text: <>{counted(driving, "trip")} under way that you&rsquo;re driving on</>,
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
          {formatUsd(balance_cents)} that we owe you: you&rsquo;ll get it with{" "}
          {link(paths.hostPayouts(), "your next payout")} if we have{" "}
          {link(paths.hostSettings("payouts"), "your bank details")}
        </>
      ),
    },
    {
      id: "owing",
      holds: balance_cents < 0,
      text: (
        <>
          {formatUsd(-balance_cents)} that {link(paths.hostPayouts(), "you owe us")}: please{" "}
          {link(paths.support(), "contact support")}
        </>
      ),
    },
    {
      id: "ban",
      holds: is_booking_banned,
      text: (
        <>a payment that your bank took back: please {link(paths.support(), "contact support")}</>
      ),
    },
  ];
  return all.filter(({ holds }) => holds);
}
