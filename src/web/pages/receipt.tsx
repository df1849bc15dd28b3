// A renter's receipt for one booking, made for printing.
import { useParams } from "react-router";
import { ReceiptPage } from "../features/receipt/receipt-page.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => [...pageMeta("Receipt"), { name: "robots", content: "noindex" }];

export default function Receipt() {
  const { bookingId = "" } = useParams();
  return <ReceiptPage key={bookingId} bookingId={bookingId} />;
}
