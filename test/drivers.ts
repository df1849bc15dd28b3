// Additional drivers of bookings in tests: their invitations, the links in the emails, the answers.
import { sql } from "kysely";
import { expect } from "vitest";
import { getFirst } from "./api-responses.ts";
import { startBookings } from "./booking.ts";
import { makePerson, type Person } from "./factories.ts";

export interface InvitationLink {
  id: string;
  token: string | null;
}

/** An instance with bookings whose renter invites drivers. */
export async function startDrivers() {
  const t = await startBookings();

  async function verifyLicence(person: Person): Promise<void> {
    const at = t.app.clock.now().toISOString();
    await sql`insert into identities (user_id, state, submitted_at, decided_at, verified_as)
      select user_id, 'verified', ${at}, ${at}, identity_name(first_name, last_name, date_of_birth)
      from profiles where user_id = ${person.id}`.execute(t.app.ctx.db);
  }

  async function newDriver(firstName = "Dario"): Promise<Person> {
    const driver = await makePerson(t.app, { firstName });
    await verifyLicence(driver);
    return driver;
  }

  const invite = (id: string, email: string, as = t.renter) =>
    t.app.call("POST", `/api/bookings/${id}/drivers`, { as: as.token, body: { email } });
  const answer = (how: "accept" | "decline") => (link: InvitationLink, as: Person) =>
    t.app.call("POST", `/api/driving/${link.id}/${how}`, {
      as: as.token,
      body: { token: link.token },
    });
  const view = ({ id, token }: InvitationLink, as: Person) =>
    t.app.call("GET", `/api/driving/${id}${token ? `?token=${token}` : ""}`, { as: as.token });

  /** The links of the invitations to an address. */
  async function readLinks(email: string): Promise<{ id: string; token: string }[]> {
    const texts = (await t.app.mails(email)).map(({ text }) => text);
    return texts.flatMap((text) => {
      const [, id, token] = /\/driving\/([\w-]{36})\?token=([\w-]+)/.exec(text) ?? [];
      return id && token ? [{ id, token }] : [];
    });
  }
  /** The link of a new invitation, beside those that were sent before. */
  async function readLink(email: string, ...before: InvitationLink[]) {
    await expect.poll(() => readLinks(email)).toHaveLength(before.length + 1);
    const links = await readLinks(email);
    return getFirst(links.filter(({ token }) => before.every((each) => each.token !== token)));
  }

  /** A booking with an invited driver. */
  async function bookWithInvitation(driver: Person, mode: "instant" | "approval" = "instant") {
    const { id } = await t.book({ mode });
    expect(await invite(id, driver.email)).toMatchObject({ status: 200 });
    return { id, link: await readLink(driver.email) };
  }
  /** The stored drivers of a booking. */
  const readDrivers = (bookingId: string) =>
    t.app.ctx.db
      .selectFrom("booking_drivers")
      .selectAll()
      .where("booking_id", "=", bookingId)
      .orderBy("created_at")
      .execute();

  return {
    ...t,
    verifyLicence,
    newDriver,
    invite,
    accept: answer("accept"),
    decline: answer("decline"),
    view,
    readLinks,
    readLink,
    bookWithInvitation,
    readDrivers,
  };
}

export type DriverTests = Awaited<ReturnType<typeof startDrivers>>;
