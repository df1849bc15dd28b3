// A host's own cars, in the host's frame.
import { HostListings } from "../features/host-listings/host-listings.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("My Listings");

export default function HostListingsPage() {
  return <HostListings />;
}
