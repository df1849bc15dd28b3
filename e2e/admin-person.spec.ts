// The admins' page of a person and of a booking: everything about them, notes, and the messages of
// a booking after a reason.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { AdminDispute } from "../src/contract/admin/admin-money.ts";
import type { Booking } from "../src/contract/bookings/bookings.ts";
import { IDENTITY_DOCUMENTS } from "../src/domain/person/identity.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { photo } from "./host-cars.ts";
import {
  callAs,
  demoCar,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, bookAs, HOST, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

/** Submits a driving licence and an ID, and has the admin reject them. */
async function failVerification(renter: Page, admin: Page, userId: string): Promise<void> {
  const { buffer, mimeType } = await photo("card.jpg", "wheat");
  for (const kind of IDENTITY_DOCUMENTS)
    await callAs(renter, "PUT", `/api/identity/documents/${kind}`, buffer, mimeType);
  await callAs(renter, "POST", "/api/identity/submit");
  const verification = `/api/admin/verifications/${userId}`;
  const { version } = await callAs<{ version: string }>(admin, "GET", verification);
  const reason = "The licence is not theirs.";
  await callAs(admin, "POST", `${verification}/reject`, { version, reason });
}

const write = async (page: Page, subject: object, body: string): Promise<void> => {
  const { id } = await callAs<{ id: string }>(page, "POST", "/api/conversations", subject);
  await callAs(page, "POST", `/api/conversations/${id}/messages`, { id: randomUUID(), body });
};

test("operations: sees everything about a person", async ({
  page: admin,
  newPerson,
  allowFailures,
}) => {
  // A name of letters, to find this one among those of other runs.
  const firstName = `Del${randomUUID().replace(/[^a-f]/g, "")}`;
  const renter = await (await newPerson()).newPage();
  await signUpOnPage(renter, newPersonData(firstName));
  await stateDateOfBirth(renter);
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  const { user_id } = await callAs<{ user_id: string }>(renter, "GET", "/api/profile");
  await failVerification(renter, admin, user_id);
  const car = await demoCar(renter, "instant", 11);
  const booking = await bookAs(renter, car, farDates(335), "4000 0000 0000 0259");
  const requested = await hostsCar(renter.request);
  const request = await bookAs(renter, requested, farDates(337));
  await write(renter, { booking_id: booking }, "I land at three. Is the car at the airport?");
  await write(renter, { support: true }, "Why was I charged twice?");
  const isDisputed = async () => {
    const list = "/api/admin/disputes";
    const { disputes } = await callAs<{ disputes: AdminDispute[] }>(admin, "GET", list);
    return disputes.some((each) => each.booking.id === booking && each.state === "open");
  };
  await expect.poll(isDisputed).toBe(true);

  await admin.goto("/admin");
  await admin.getByRole("button", { name: "Search everything" }).click();
  await admin.getByRole("combobox").fill(firstName);
  await admin.getByRole("option", { name: new RegExp(`^${firstName} Rolle`) }).click();
  await admin.waitForURL(`**/admin/users/${user_id}`);
  const title = admin.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(`${firstName} Rolle`);
  await expect(title.locator("..")).toContainText("Has trips that overlap");
  await expect(title.locator("..")).toContainText("A past payment was disputed");
  const section = (name: string) => admin.getByRole("region", { name, exact: true });
  await expect(section("Verification")).toContainText("“The licence is not theirs.”");
  await expect(section("Trips as a renter").getByRole("listitem")).toHaveCount(2);
  await expect(section("Trips as a host")).toContainText("None yet.");
  await expect(section("Money")).toContainText("Paid as a renter");
  await expect(section("Disputes")).toContainText("as renter");
  await expect(section("Support cases")).toContainText("Why was I charged twice?");
  await expect(section("Audit")).toContainText("Verification rejected");

  const notes = section("Internal notes");
  await notes.getByRole("button", { name: "Add Note" }).click();
  await expect(notes.getByText("Write a note.").first()).toBeVisible();
  for (const text of ["Called, no answer.", "Called the bank."]) {
    await notes.getByLabel("New note").fill(text);
    await notes.getByRole("button", { name: "Add Note" }).click();
    await expect(notes.getByRole("listitem").first()).toContainText(text);
  }
  await notes
    .getByRole("button", { name: /^Withdraw/ })
    .last()
    .click();
  await expect(notes.getByRole("listitem").last()).toContainText("Withdrawn");
  await examineAtBothSizes(admin);

  const { number } = await callAs<Booking>(renter, "GET", `/api/bookings/${booking}`);
  await section("Trips as a renter")
    .getByRole("listitem")
    .filter({ hasText: number })
    .getByRole("link")
    .first()
    .click();
  await admin.waitForURL(`**/admin/bookings/${booking}`);
  await expect(title).toContainText("BK-");
  const messages = section("Conversation");
  const read = messages.getByRole("button", { name: "Read Messages" });
  await messages.getByLabel("Reason").fill("Because");
  await read.click();
  await expect(
    messages.getByText("Enter a reason of at least 10 characters.").first(),
  ).toBeVisible();
  await messages.getByLabel("Reason").fill("The bank asks what was agreed.");
  await read.click();
  await expect(messages.getByRole("list", { name: "Messages" })).toContainText("I land at three.");
  await expect(admin.getByText("“The bank asks what was agreed.”")).toBeVisible();
  await expect(section("Notifications").getByRole("listitem").first()).toBeVisible();
  await expect(section("Support cases of the renter")).toContainText("CD-");
  await examineAtBothSizes(admin);
  // The reason lasts for an hour, for this admin.
  await admin.reload();
  await expect(messages).toContainText("I land at three.");

  await test.step("the host and the queue see the flags of the driver's request", async () => {
    const host = await (await newPerson()).newPage();
    await signInOnPage(host, HOST, SEEDED_PASSWORD);
    await host.goto(`/host/bookings?filter=requests&search=${firstName}`);
    const card = host.getByRole("article").filter({ hasText: firstName });
    for (const flag of [
      "Verification rejected",
      "Has another trip on these dates",
      "A past payment was disputed",
    ])
      await expect(card.getByText(flag, { exact: true })).toBeVisible();
    await examineAtBothSizes(host);

    const { number: requestNumber } = await callAs<Booking>(
      host,
      "GET",
      `/api/bookings/${request}`,
    );
    await admin.goto("/admin/queue?kind=flagged_request");
    const entry = admin.getByRole("link", { name: `Check the driver: ${requestNumber}` });
    await entry.click();
    await admin.waitForURL(`**/admin/bookings/${request}`);
    for (const flag of [
      "Has another trip on these dates",
      "Verification rejected",
      "A past payment was disputed",
    ])
      await expect(title.locator("..")).toContainText(flag);

    await callAs(host, "POST", `/api/bookings/${request}/reject`, { reason: "Too many flags." });
    await admin.goto("/admin/queue?kind=flagged_request");
    await expect(admin.getByRole("heading", { level: 1, name: "Queue" })).toBeVisible();
    await expect(admin.locator(".skeleton")).toHaveCount(0);
    await expect(entry).toHaveCount(0);
  });

  allowFailures([/404 \/api\/admin\/users/]);
  await admin.goto(`/admin/users/${booking}`);
  await expect(title).toHaveText("Person not found");
});
