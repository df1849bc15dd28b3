// Fills an empty installation with a working marketplace: the same people, cars and bookings every
// time, dated from today.
import { sql } from "kysely";
import { daysBefore } from "../../domain/calendar/dates.ts";
import type { BodyType } from "../../domain/listing/listing.ts";
import { flatTerms, toPriceColumns } from "../../domain/listing/prices.ts";
import type { Role } from "../../domain/person/roles.ts";
import { hashPassword } from "../modules/accounts/passwords.ts";
import { bookingPurchases } from "../modules/bookings/settlement/booking-purchases.service.ts";
import { deposits } from "../modules/deposits/deposit-comparison.service.ts";
import { laterCharges } from "../modules/charges/charge-comparison.service.ts";
import { reconcile } from "../modules/payments/settlement/reconcile.service.ts";
import { inTransaction, type Ctx, type DataCtx, type DbCtx } from "../platform/context.ts";
import { recordWrittenCheckouts } from "../platform/payments/sandbox-payouts.ts";
import { openSandbox } from "../platform/payments/sandbox.ts";
import { writeBookings } from "./bookings.ts";
import { writeCalendars } from "./calendars.ts";
import { writeConversations } from "./conversations.ts";
import { writeDocuments } from "./documents.ts";
import { writeFavourites } from "./favourites.ts";
import { writeIdentities } from "./identities.ts";
import { writeNotifications } from "./notifications.ts";
import { writePayouts } from "./payouts.ts";
import { writeRefunds } from "./refunds.ts";
import { writeReviews } from "./reviews.ts";
import { writePaymentProblems } from "./payment-problems.ts";
import type { DemoCar } from "./fleet/demo-car.ts";
import { DEMO_CARS } from "./fleet/fleet.ts";
import { PEOPLE, type DemoPerson } from "./people.ts";
import { listImages } from "./photos.ts";

export { demoPhotos } from "./photos.ts";
import { demoId } from "./seeded-random.ts";

/** The password of every demo account. */
export const DEMO_PASSWORD = "caydrive-demo";

/** The accounts that are printed at the start. */
export const DEMO_ACCOUNTS = [
  { email: "admin@caydrive.test", what: "runs the marketplace" },
  { email: "host@caydrive.test", what: "rents out ten cars" },
  { email: "renter@caydrive.test", what: "has trips behind, under way and ahead" },
] as const;

const LOCK = 0x64656d6f; // "demo": if two nodes start together, only one fills the database

/** Fills the database in one transaction, all or nothing, but only if there is no account yet. */
export async function fillWithDemoData(given: Ctx): Promise<void> {
  const ctx = {
    ...given,
    // Its incidents are made up, so none is an error of this machine.
    log: given.log.child({}, { level: "fatal" }),
    publicUrl: () => "", // its emails are never sent, and the server does not listen yet
  };
  const isEmpty = async ({ db }: DbCtx): Promise<boolean> =>
    (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) === undefined;
  if (!(await isEmpty(ctx))) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx.db);
    if (!(await isEmpty(tx))) return;
    await writePeople(tx, passwordHash);
    await writeIdentities(tx);
    await writeCars(tx);
    await writeDocuments(tx);
    await writeBookings(tx);
    await writeReviews(tx);
    await writeNotifications(tx);
    await writeConversations(tx);
    await writeFavourites(tx);
    await writeCalendars(tx);
    await writeRefunds(tx);
    await writePayouts(tx);
    await writePaymentProblems(tx);
    await recordWrittenCheckouts(tx.db);
  });
  // Runs outside, as it calls the sandbox, which has its own transactions.
  await reconcile(
    { ...ctx, payments: openSandbox(ctx) },
    { purchases: bookingPurchases, laterCharges, deposits },
  );
}

const ROLES: Record<DemoPerson["userType"], Role[]> = {
  renter: ["renter"],
  host: ["renter", "host"],
  admin: ["renter", "admin"],
};

async function writePeople(ctx: DataCtx, password_hash: string): Promise<void> {
  const joined = PEOPLE.map((person, index) => ({
    ...person,
    id: demoId("person", person.key),
    at: daysBefore(ctx.clock.now(), 700 - index * 7),
  }));
  await ctx.db
    .insertInto("accounts")
    .values(
      joined.map(({ id, email, at }) => ({
        id,
        email,
        password_hash,
        email_confirmed_at: at,
        suspended_at: null,
        last_sign_in_at: null,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  await ctx.db
    .insertInto("profiles")
    .values(
      joined.map((person) => ({
        id: demoId("profile", person.key),
        user_id: person.id,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        user_type: person.userType,
        phone: person.phone,
        date_of_birth: person.dateOfBirth,
        created_at: person.at,
        updated_at: person.at,
      })),
    )
    .execute();
  await ctx.db
    .insertInto("user_roles")
    .values(
      joined.flatMap(({ id, userType, at }) =>
        ROLES[userType].map((role) => ({
          user_id: id,
          role,
          admin_role: role === "admin" ? ("owner" as const) : null,
          granted_at: at,
        })),
      ),
    )
    .execute();
}

/** The body types, by what a car's drawn photos show. */
const BODY_TYPES: Record<DemoCar["art"]["body"], BodyType> = {
  saloon: "saloon",
  hatchback: "hatchback",
  suv: "suv",
  jeep: "jeep",
  minivan: "van",
  pickup: "pickup_truck",
  convertible: "convertible",
  "golf-cart": "golf_cart",
};

async function writeCars(ctx: Pick<Ctx, "db" | "clock" | "places">): Promise<void> {
  const rows = DEMO_CARS.map((car, index) => {
    const at = daysBefore(ctx.clock.now(), 120 + index * 5);
    return {
      id: demoId("car", car.slug),
      host_id: demoId("person", car.host),
      title: car.title,
      description: car.description,
      make: car.make,
      model: car.model,
      year: car.year,
      color: car.color,
      license_plate: car.plate,
      location: car.location,
      latitude: car.at[0],
      longitude: car.at[1],
      island: ctx.places.findIsland({
        location: car.location,
        latitude: car.at[0],
        longitude: car.at[1],
      }),
      ...toPriceColumns(flatTerms(car.pricePerDayCents)),
      body_type: BODY_TYPES[car.art.body],
      transmission: car.transmission,
      fuel_type: car.fuel,
      included_miles_per_day: car.distance?.includedMilesPerDay ?? null,
      price_per_mile_cents: car.distance?.pricePerMileCents ?? null,
      tank_gallons: car.tankGallons ?? null,
      seats: car.seats,
      features: car.features,
      images: listImages(car),
      is_available: car.hidden !== "unavailable",
      is_approved: car.hidden !== "unapproved",
      booking_mode: car.mode,
      pickup_instructions: car.pickup,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    };
  });
  await ctx.db.insertInto("car_listings").values(rows).execute();
}
