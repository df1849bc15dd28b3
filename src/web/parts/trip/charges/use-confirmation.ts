// Asks whether a payment has arrived when the renter returns from the checkout page of a balance.
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { LaterCharge } from "../../../../contract/bookings/later-charges.ts";
import { PAID_CHARGE_PARAMETER } from "../../../../domain/money/later/later-charge.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";

interface Confirmation {
  /** The charge that was paid on the checkout page. */
  id: string | null;
  isConfirming: boolean;
  /** The request failed. Live updates show the payment when it arrives. */
  error: Error | null;
}

/** Asks once. */
export function useConfirmation(
  bookingId: string,
  charges: readonly LaterCharge[] | undefined,
): Confirmation {
  const [params] = useSearchParams();
  const id = params.get(PAID_CHARGE_PARAMETER);
  const confirmation = useApiMutation("POST /api/bookings/{id}/charges/{charge_id}/confirmation", {
    call: (charge_id: string) => ({ params: { id: bookingId, charge_id } }),
    invalidates: BOOKINGS,
  });
  const { mutate, isSuccess, error } = confirmation;
  const isWaiting = charges?.some((each) => each.id === id && each.may.includes("pay")) ?? false;
  useEffect(() => {
    if (id !== null && isWaiting) mutate(id);
  }, [id, isWaiting, mutate]);
  return {
    id,
    isConfirming: isWaiting && !isSuccess && error === null,
    error: isWaiting ? error : null,
  };
}
