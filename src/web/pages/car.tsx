// One car and its booking. Rendered on the server for nobody in particular, and without what is free.
import { ArrowLeft } from "lucide-react";
import {
  data,
  isRouteErrorResponse,
  Link,
  redirect,
  useLocation,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { ListingDetail } from "../../contract/listings.ts";
import { dollarsToCents, formatUsdShort } from "../../domain/money.ts";
import { BookingBar } from "../features/booking/booking-bar.tsx";
import { BookingPanel } from "../features/booking/booking-panel.tsx";
import { useBooking } from "../features/booking/use-booking.ts";
import { carName, CarDetails } from "../features/car/details.tsx";
import { UnlistedCar } from "../features/car/unlisted-car.tsx";
import { Gallery } from "../features/car/gallery.tsx";
import { api, ApiError, openApi } from "../lib/api.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { sessionReady } from "../lib/session.ts";
import { apiContext } from "../lib/server-context.ts";
import { paths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import type { Route } from "./+types/car";

export function meta({ loaderData: car, error }: Route.MetaArgs) {
  if (!car) return pageMeta(isRouteErrorResponse(error) && error.data === PREVIEW ? "Preview" : "Car not found");
  const price = formatUsdShort(dollarsToCents(car.price_per_day));
  return [
    ...pageMeta(car.title, `${carName(car)} in ${car.location}, ${price} a day. Choose your dates and book.`),
    { tagName: "link", rel: "canonical", href: paths.book(car.id) },
  ];
}

/** Says that whoever came here may see a car that is not public. */
const PREVIEW = "preview";

/** Not there, or not for the public; an id that is none is the same to a person. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "car_not_available" || error.code === "invalid_request");

export async function loader({ params, context }: Route.LoaderArgs): Promise<ListingDetail> {
  try {
    return await openApi(context.get(apiContext))("GET /api/listings/{id}", { params: { id: params.carId } });
  } catch (error) {
    if (isNotFound(error)) throw data(null, { status: 404 });
    throw error;
  }
}

/** On the way from another page, a car that is gone is said by a toast, and the cars that are there are shown. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<ListingDetail> {
  try {
    return await api("GET /api/listings/{id}", { params: { id: params.carId } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { hasRole, isAdmin } = await sessionReady();
    if (hasRole("host") || isAdmin) throw data(PREVIEW, { status: 404 });
    toast({ title: "Error", description: "Car not found or not available", variant: "destructive" });
    throw redirect(paths.browse());
  }
}

/** The dates in the URL change nothing about the car. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentParams["carId"] === nextParams["carId"] ? false : defaultShouldRevalidate;
}

export const handle = { sleeps: true };

export default function CarPage({ loaderData: car }: Route.ComponentProps) {
  return <Car key={car.id} car={car} />;
}

function Car({ car }: { car: ListingDetail }) {
  const booking = useBooking(car);
  const { state } = useLocation();
  const { start, end } = booking.dates;
  return (
    <div className="page-wrap md:pt-5 md:pb-20">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted-foreground max-md:hidden">
        <Link
          to={resultsOf(state) ?? paths.browse(start && end ? { start_date: start, end_date: end } : {})}
          className="inline-flex min-h-6 items-center gap-[.35rem] hover:text-foreground"
        >
          <ArrowLeft aria-hidden="true" size={16} strokeWidth={2} />
          Back to results
        </Link>
      </nav>
      <Gallery images={car.images} name={carName(car)} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-8 md:mt-8 md:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <CarDetails car={car} />
        <aside aria-label="Booking" className="lg:sticky lg:top-[calc(var(--header)+1.25rem)]">
          <BookingPanel car={car} booking={booking} />
        </aside>
      </div>
      <BookingBar booking={booking} />
    </div>
  );
}

/** The search that led here, as its cards put it into the history; anything may stand there. */
function resultsOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("results" in state)) return undefined;
  return typeof state.results === "string" ? state.results : undefined;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404 || !params.carId) throw error;
  return <UnlistedCar key={params.carId} carId={params.carId} />;
}
