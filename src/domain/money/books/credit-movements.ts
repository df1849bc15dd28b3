// The movements of renters' credit, and of the host fees that it comes from (decision 54).
import {
  movement,
  ofCredit,
  ofHost,
  ofRenter,
  on,
  type BookingMoney,
  type Movement,
} from "../ledger.ts";

/** The fee of a host who cancelled. The renter receives it as credit. */
export const hostFee = (
  { hostId, renterId }: Pick<BookingMoney, "hostId" | "renterId">,
  cents: number,
): Movement => movement("host_fee", ofHost(hostId, cents), ofCredit(renterId, -cents));

/** An admin waives that fee. The renter keeps the credit, so the platform bears it. */
export const hostFeeWaived = (hostId: string, cents: number): Movement =>
  movement("host_fee_waived", on("platform_fees", cents), ofHost(hostId, -cents));

/** Credit pays a part of a booking. Like the charge, it is the renter's until the trip is over. */
export const creditSpent = (money: BookingMoney): Movement =>
  movement(
    "credit_spent",
    ofCredit(money.renterId, money.creditCents),
    ofRenter(money, -money.creditCents),
  );

/** A renter has deleted the account. Credit is not paid out, so the platform keeps it. */
export const creditLapsed = (renterId: string, cents: number): Movement =>
  movement("credit_lapsed", ofCredit(renterId, cents), on("platform_fees", -cents));
