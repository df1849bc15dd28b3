// Deletes one of a host's own listings.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { useApiAction } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

async function deleteListing({ id }: HostListing): Promise<void> {
  try {
    await apiAsUser("DELETE /api/host/listings/{id}", { params: { id } });
  } catch (error) {
    if (!isCode(error, "not_found")) throw error;
  }
}

/**
 * `onDone` runs when the lists on screen are up to date. A listing that no longer exists counts as
 * deleted.
 */
export const useDeleteListing = (onDone: (listing: HostListing, deleted: boolean) => void) =>
  useApiAction(deleteListing, {
    invalidates: HOST_LISTINGS,
    failed: "Failed to delete listing",
    onSuccess: () => toast({ title: "Listing deleted successfully" }),
    onSettled: (_answer, error, listing) => onDone(listing, error === null),
  });
