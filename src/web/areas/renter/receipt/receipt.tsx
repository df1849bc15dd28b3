// A renter's receipt for one booking, made for printing.
import { useParams } from "react-router";
import { ReceiptPage } from "./receipt-page.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => [...pageMeta("Receipt"), { name: "robots", content: "noindex" }];

export default function ReceiptScreen() {
  const { bookingId = "" } = useParams();
  return <ReceiptPage key={bookingId} bookingId={bookingId} />;
}
