// The page after the card checkout: the result of the booking (query session_id).
import { useSearchParams } from "react-router";
import { BookingOutcome } from "./outcome-panel.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => [...pageMeta("Your Booking"), { name: "robots", content: "noindex" }];

export default function BookingSuccessPage() {
  const [search] = useSearchParams();
  return (
    <div className="page-wrap pt-8 pb-16 md:pt-12">
      <div className="mx-auto max-w-[60rem]">
        <BookingOutcome sessionId={search.get("session_id")} />
      </div>
    </div>
  );
}
