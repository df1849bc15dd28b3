// Rows that tests start from. Tests of sign-up or listing a car use the API instead.
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { AdminRole, Role } from "../src/domain/person/roles.ts";
import { maskLocations } from "../src/server/modules/listings/listing-locations.service.ts";
import type { CarListingsTable } from "../src/server/platform/database/schema.ts";
import type { Insertable } from "kysely";
import type { CalendarDate } from "../src/domain/calendar/dates.ts";
import type { Ctx } from "../src/server/platform/context.ts";

export interface Person {
  id: string;
  email: string;
  /** A valid access token. */
  token: string;
}

export interface PersonOptions {
  roles?: Role[];
  /** What kind of admin an admin is; an owner by default. */
  adminRole?: AdminRole;
  dateOfBirth?: CalendarDate | null;
  firstName?: string;
}

/** Anything with an open database: a test app, or a separate context. */
interface Place {
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "places" | "publicUrl">;
}

let serial = 0;

/** A confirmed account with profile, roles and a session. */
export async function makePerson(
  app: Place,
  {
    roles = ["renter"],
    adminRole = "owner",
    dateOfBirth = "1990-05-17",
    firstName = "Tamika",
  }: PersonOptions = {},
): Promise<Person> {
  const { db, clock } = app.ctx;
  const id = randomUUID();
  const email = `person${++serial}-${id.slice(0, 8)}@example.test`;
  const at = clock.now().toISOString();
  await db
    .insertInto("accounts")
    .values({
      id,
      email,
      password_hash: "unusable",
      email_confirmed_at: at,
      suspended_at: null,
      last_sign_in_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const user_type = roles.includes("host") ? "host" : "renter";
  await db
    .insertInto("profiles")
    .values({
      user_id: id,
      first_name: firstName,
      last_name: "Rolle",
      email,
      user_type,
      phone: null,
      date_of_birth: dateOfBirth,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto("user_roles")
    .values(
      roles.map((role) => ({
        user_id: id,
        role,
        admin_role: role === "admin" ? adminRole : null,
        granted_at: at,
      })),
    )
    .execute();
  return addSession(app, { id, email });
}

/** Another session of an account, as on a second device. */
export async function addSession(
  { ctx: { db, clock, keys, publicUrl } }: Place,
  { id, email }: Pick<Person, "id" | "email">,
): Promise<Person> {
  const sessionId = randomUUID();
  const at = clock.now().toISOString();
  await db
    .insertInto("sessions")
    .values({
      id: sessionId,
      account_id: id,
      created_at: at,
      refreshed_at: at,
      revoked_at: null,
      authentication_method: "password",
      user_agent: null,
      ip: null,
      browser: null,
    })
    .execute();
  const { signing } = await keys.current(clock.now());
  // Valid for as long as any test moves the clock.
  const token = await new SignJWT({ role: "authenticated", session_id: sessionId, email })
    .setProtectedHeader({ alg: "ES256", kid: signing.kid })
    .setIssuer(`${publicUrl()}/auth/v1`)
    .setSubject(id)
    .setAudience("authenticated")
    .setIssuedAt(0)
    .setExpirationTime(clock.now().getTime() / 1000 + 400 * 86_400)
    .sign(signing.key);
  return { id, email, token };
}

/** Makes the person's sessions begin now, as if they had just signed in. */
export async function signInAgain({ ctx }: Place, ...people: Person[]): Promise<void> {
  await ctx.db
    .updateTable("sessions")
    .set({ created_at: ctx.clock.now().toISOString() })
    .where(
      "account_id",
      "in",
      people.map(({ id }) => id),
    )
    .execute();
}

/** A publicly visible car at $60.00 a day, instant book, unless overridden. */
export async function makeListing(
  app: Place,
  host: Person,
  given: Partial<Insertable<CarListingsTable>> = {},
): Promise<string> {
  const at = app.ctx.clock.now().toISOString();
  const spot = { location: "Cable Beach, Nassau", latitude: 25.07, longitude: -77.4, ...given };
  const { id } = await app.ctx.db
    .insertInto("car_listings")
    .values({
      host_id: host.id,
      title: "Quiet RAV4 hybrid",
      description: "Cool and easy on fuel.",
      make: "Toyota",
      model: "RAV4",
      year: 2020,
      color: "White",
      license_plate: "SD 1234",
      ...spot,
      island: app.ctx.places.findIsland(spot),
      price_per_day_cents: 6_000,
      body_type: null,
      transmission: "automatic",
      fuel_type: "hybrid",
      seats: 5,
      features: ["Bluetooth"],
      images: ["/storage/v1/object/public/car-images/demo/none.webp"],
      is_available: true,
      is_approved: true,
      booking_mode: "instant",
      pickup_instructions: "Key box at the gate, code 2468.",
      deleted_at: null,
      created_at: at,
      updated_at: at,
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await maskLocations(app.ctx);
  return id;
}
