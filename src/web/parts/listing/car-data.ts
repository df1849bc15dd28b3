// The data of a car's page, fetched ahead when a link to it is about to be followed.
import type { Api } from "../../../contract/index.ts";
import type { ListingDetail, SimilarListing } from "../../../contract/listings/listings.ts";
import type { HostReliability } from "../../../contract/people/reviews.ts";
import { todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { api, type openApi } from "../../api/api.ts";
import { fetchStorms, type ShownStorms } from "../storm/shown-storms.ts";
import { isConnectionSlow } from "../../api/slow-connection.ts";

export interface CarData {
  /** Today in Nassau when the data was read, the same on the server and in the browser. */
  today: CalendarDate;
  car: ListingDetail;
  similar: readonly SimilarListing[];
  /** Null if they did not load: the car can still be booked. */
  reviews: Api["GET /api/listings/{id}/reviews"]["output"] | null;
  /** Null if it did not load. */
  reliability: HostReliability | null;
  storms: ShownStorms;
}

/** Everything but the car is optional: the page works if it fails to load. @throws ApiError */
export async function fetchCarData(call: ReturnType<typeof openApi>, id: string): Promise<CarData> {
  const [car, { listings: similar }, reviews, reliability, storms] = await Promise.all([
    call("GET /api/listings/{id}", { params: { id } }),
    call("GET /api/listings/{id}/similar", { params: { id }, query: {} }).catch(() => ({
      listings: [],
    })),
    call("GET /api/listings/{id}/reviews", { params: { id }, query: {} }).catch(() => null),
    call("GET /api/listings/{id}/reliability", { params: { id } }).catch(() => null),
    fetchStorms(call),
  ]);
  return { today: todayInNassau(new Date()), car, similar, reviews, reliability, storms };
}

/** How long fetched data may be used. */
const FRESH_MS = 10_000;
let ahead: { id: string; until: number; data: Promise<CarData> } | undefined;

function fetchAhead(id: string): void {
  if (isConnectionSlow() || (ahead?.id === id && ahead.until > Date.now())) return;
  const data = fetchCarData(api, id);
  const fetched = { id, until: Date.now() + FRESH_MS, data };
  ahead = fetched;
  // A press on the link tries again, and reports the failure then.
  data.catch(() => {
    if (ahead === fetched) ahead = undefined;
  });
}

/** The data of a car, fetched ahead if possible. Browser only. @throws ApiError */
export function loadCar(id: string): Promise<CarData> {
  const { data } = ahead?.id === id && ahead.until > Date.now() ? ahead : { data: undefined };
  ahead = undefined;
  return data?.catch(() => fetchCarData(api, id)) ?? fetchCarData(api, id);
}

/** The props of a link to a car that fetch its data on hover, focus or touch. */
export const prefetchCarProps = (id: string) => {
  const onSign = () => fetchAhead(id);
  return { onPointerEnter: onSign, onFocus: onSign, onTouchStart: onSign };
};
