// A host's own cars, in the host's frame.
import { HostListings } from "./host-listings.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("My Listings");

export default function HostListingsPage() {
  return <HostListings />;
}
