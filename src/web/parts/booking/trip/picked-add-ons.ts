// The add-ons that a renter has picked, in the URL of a car's page: it keeps them for signing in.
import type { AddOnRequest } from "../../../../domain/listing/add-ons/add-ons.ts";

/** What a URL asks for. The car may not offer it. */
export const readPickedAddOns = (search: URLSearchParams): AddOnRequest => ({
  meetingPlaceId: search.get("meeting_place"),
  extras: (search.get("extras") ?? "").split(",").flatMap((text) => {
    const [, extra_id, quantity] = /^([\w-]{1,40}):(\d{1,2})$/.exec(text) ?? [];
    return extra_id && Number(quantity) > 0 ? [{ extra_id, quantity: Number(quantity) }] : [];
  }),
});

/** The picked add-ons as the parameters of a URL: "cooler:1,booster_seat:2" for the extras. */
export const toAddOnParameters = ({
  meetingPlaceId,
  extras,
}: AddOnRequest): Record<string, string> => ({
  ...(meetingPlaceId && { meeting_place: meetingPlaceId }),
  ...(extras.length > 0 && {
    extras: extras.map(({ extra_id, quantity }) => `${extra_id}:${quantity}`).join(),
  }),
});
