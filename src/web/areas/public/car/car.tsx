// One car and its booking. The server renders it the same for everyone, without availability.
import { Suspense } from "react";
import {
  data,
  isRouteErrorResponse,
  Link,
  redirect,
  useLocation,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import { BookingBar } from "./booking/booking-bar.tsx";
import { BookingPanel } from "./booking/booking-panel.tsx";
import { useBooking } from "./booking/use-booking.ts";
import { CarReviews } from "./car-reviews.tsx";
import { StructuredCar } from "./structured-car.tsx";
import { toDistanceLimit } from "../../../../domain/tariff/usage-terms.ts";
import { CarDetails } from "./details.tsx";
import { showCarMissing, UnlistedCar } from "./unlisted-car.tsx";
import { Gallery } from "./gallery.tsx";
import { ShareButton } from "./share-button.tsx";
import { SimilarCars } from "./similar-cars-section.tsx";
import { ApiError, openApi } from "../../../api/api.ts";
import {
  toPeriodParameters,
  toTimedPeriod,
  type PeriodParameters,
} from "../../../parts/booking/rental-days.ts";
import { fetchCarData, loadCar, type CarData } from "../../../parts/listing/car-data.ts";
import { FavouriteButton } from "../../../parts/listing/favourite-button.tsx";
import { StormNotice } from "../../../parts/storm/storm-notice.tsx";
import { pageMeta, publicMeta } from "../../../parts/page/page-meta.ts";
import { useRootData } from "../../../api/request-context.ts";
import { sessionReady } from "../../../session/session.ts";
import { apiContext } from "../../../api/server-context.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import type { Route } from "./+types/car";
import { Icon } from "../../../ui/icon.tsx";

export function meta({ loaderData, error, matches }: Route.MetaArgs) {
  if (!loaderData)
    return pageMeta(
      isRouteErrorResponse(error) && error.data === PREVIEW ? "Preview" : "Car not found",
    );
  const { car } = loaderData;
  const price = formatUsdShort(dollarsToCents(car.price_per_day));
  return publicMeta(matches, {
    title: car.title,
    description: `${carName(car)} in ${car.location}, ${price} a day. Choose your dates to book.`,
    path: paths.book(car.id),
    type: "product",
    image: { path: paths.carImage(car.id), alt: `${carName(car)}, ${price} a day` },
  });
}

/** Marks a 404 for a visitor who may be allowed to preview the car. */
const PREVIEW = "preview";

/** Whether the car does not exist or is not public. An invalid id is treated like an unknown
 *  one. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === "car_not_available" || error.code === "invalid_request");

export async function loader({ params, context }: Route.LoaderArgs): Promise<CarData> {
  try {
    return await fetchCarData(openApi(context.get(apiContext)), params.carId);
  } catch (error) {
    if (isNotFound(error)) throw data(null, { status: 404 });
    throw error;
  }
}

/** Within the app, a missing car is reported by a toast over the list of cars. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<CarData> {
  try {
    return await loadCar(params.carId);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { mayHost } = await sessionReady();
    if (mayHost) throw data(PREVIEW, { status: 404 });
    showCarMissing();
    throw redirect(paths.browse());
  }
}

/** The dates in the URL do not affect the car. */
export function shouldRevalidate({
  currentParams,
  nextParams,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentParams["carId"] === nextParams["carId"] ? false : defaultShouldRevalidate;
}

export default function CarPage({ loaderData }: Route.ComponentProps) {
  return <Car key={loaderData.car.id} {...loaderData} />;
}

function Car({ car, similar, reviews, reliability, storms, today }: CarData) {
  const origin = useRootData()?.origin ?? "";
  const booking = useBooking(car);
  const { state } = useLocation();
  // Without the suggested times: another car suggests its own.
  const chosen = toTimedPeriod(booking.dates, booking.picked);
  const dates = chosen ? toPeriodParameters(chosen) : {};
  return (
    <div className="page-wrap md:pt-5 md:pb-20">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted-foreground max-md:hidden">
        <Link
          to={readResultsPath(state) ?? paths.browse(dates)}
          className="inline-flex min-h-6 items-center gap-[.35rem] hover:text-foreground"
        >
          <Icon name="arrow-left" size={16} />
          Back to results
        </Link>
      </nav>
      {car.island && (
        <div className="mb-4 grid gap-3 empty:hidden">
          <Suspense>
            <StormNotice storms={storms} island={car.island} />
          </Suspense>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-8 md:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-16">
        <Gallery images={car.images} name={carName(car)} />
        <CarDetails
          car={car}
          tools={<Tools car={car} dates={dates} />}
          distance={toDistanceLimit(booking.usageTerms ?? booking.carTerms)}
          period={booking.period}
          reliability={reliability}
        />
        <aside
          aria-label="Booking"
          className="lg:sticky lg:col-start-2 lg:row-start-1 lg:top-[calc(var(--header)+1.25rem)] lg:row-span-3"
        >
          <BookingPanel booking={booking} island={car.island} />
        </aside>
        {reviews && <CarReviews carId={car.id} found={reviews} />}
      </div>
      <SimilarCars car={car} cars={similar} period={chosen} />
      <BookingBar booking={booking} />
      <StructuredCar car={car} origin={origin} today={today} />
    </div>
  );
}

const Tools = ({ car, dates }: { car: ListingDetail; dates: PeriodParameters }) => (
  <div className="-mt-1 -mr-3 flex flex-none">
    <FavouriteButton car={car} dates={dates} look="tool" />
    <ShareButton title={car.title} path={paths.book(car.id)} />
  </div>
);

/** The search that led here, from the history state, which may contain anything. */
function readResultsPath(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("results" in state)) return undefined;
  return typeof state.results === "string" ? state.results : undefined;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404 || !params.carId) throw error;
  return (
    <UnlistedCar key={params.carId} carId={params.carId} isFirstPage={error.data !== PREVIEW} />
  );
}
