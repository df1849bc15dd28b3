// The product's name. The logo (web/ui/logo.tsx) and the manifest in public/ contain it as drawing
// and data.

export const PRODUCT_NAME = "Caydrive";

/**
 * The suffix of the UIDs of exported events. It never changes, even if the product's name does,
 * because other calendars recognise events by their UIDs for years.
 */
export const CALENDAR_UID_DOMAIN = "calendar.caydrive";
