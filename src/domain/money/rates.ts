// The platform's rates (product.md, Money). Separate from charge.ts, so that pages which only show
// rates don't load it.

/** The renter's service fee: 10 % of total_amount. */
export const SERVICE_FEE_BASIS_POINTS = 1_000;
/** The renter's processing fee: $2.99 per booking. */
export const PROCESSING_FEE_CENTS = 299;
/** The host's share: 85 % of what the host's lines add up to. */
export const HOST_SHARE_BASIS_POINTS = 8_500;

/** The rates of a booking, which stores them so that later changes never affect it. */
export interface Rates {
  serviceFeeBasisPoints: number;
  processingFeeCents: number;
  hostShareBasisPoints: number;
}

/** The rates of new bookings. */
export const CURRENT_RATES: Rates = {
  serviceFeeBasisPoints: SERVICE_FEE_BASIS_POINTS,
  processingFeeCents: PROCESSING_FEE_CENTS,
  hostShareBasisPoints: HOST_SHARE_BASIS_POINTS,
};
