// The product's name, in its one place. The drawn logo (web/ui/logo.tsx) and the manifest in public/ carry it as pictures and data.

export const PRODUCT_NAME = "Caydrive";

/** The end of the UIDs of events that we export. It never changes, even if the name does: events come back by it after years. */
export const CALENDAR_UID_DOMAIN = "calendar.caydrive";
