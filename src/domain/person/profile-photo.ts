// The photo of a person: a square in two sizes, and where it is read.

/** Pixels of a side: beside a name, and where the photo leads. */
export const PORTRAIT_SIDES = [96, 320] as const;
export type PortraitSide = (typeof PORTRAIT_SIDES)[number];

/** The URL of a photo within the site. */
export const portraitUrl = (photoId: string, side: PortraitSide): string => `/api/portraits/${photoId}/${side}`;

/** The longest text about oneself. */
export const MAX_ABOUT = 1000;
