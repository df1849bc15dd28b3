// What a renter agrees to when the checkout saves the card. In its own file, so that the booking
// panel loads nothing else.

/** Shown beside the button of the booking panel and on the card provider's page. */
export const SAVED_CARD_CONSENT =
  "By booking, you agree that we save your card for a deposit, changes you agree to, and charges after the trip, such as a late return or missing fuel. We delete it once the trip is closed and no charge, claim or deposit needs it.";
