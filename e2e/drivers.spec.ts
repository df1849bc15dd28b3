// An additional driver: a renter on a phone names a friend while booking. The friend signs up
// through the invitation, is verified and accepts, and the host sees who will drive.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { approveCar, listCar, photo } from "./host-cars.ts";
import {
  bookNow,
  callAs,
  expectToast,
  farDates,
  linkFromMailbox,
  newPersonData,
  pay,
  readMails,
  signInOnPage,
  signUpHere,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

/** The admin approves the person's documents, which are uploaded first. */
async function verify(friend: Page, admin: Page, email: string): Promise<void> {
  const { buffer } = await photo("card.jpg", "wheat");
  for (const kind of ["driving_licence", "government_id"])
    await callAs(friend, "PUT", `/api/identity/documents/${kind}`, buffer, "image/jpeg");
  await stateDateOfBirth(friend);
  await callAs(friend, "POST", "/api/identity/submit");
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto(`/admin/verifications?search=${encodeURIComponent(email)}`);
  await admin.getByRole("link", { name: /^Review, / }).click();
  const dialog = admin.getByRole("dialog", { name: "Verification", exact: true });
  for (const name of ["driving licence", "government ID"]) {
    await dialog.getByRole("button", { name: `Open, ${name}, ` }).click();
    await admin
      .getByRole("dialog", { name: / of / })
      .getByRole("button", { name: "Close" })
      .click();
  }
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expectToast(admin, "Dario is verified");
}

test("a friend accepts the invitation to drive, and the host sees their name", async ({
  page: host,
  newPerson,
}) => {
  await signUpOnPage(host, newPersonData("Keva"), "host");
  const car = await listCar(host, "Fit for friends");
  await approveCar(await (await newPerson()).newPage(), car);

  // The friend's address is typed before the renter signs in.
  const phone = await newPerson({ viewport: viewports.phone, hasTouch: true });
  const renter = await phone.newPage();
  const [person, other] = [newPersonData("Odette"), newPersonData("Dario")];
  const { start_date, end_date } = farDates(150);
  const bookPath = `/book/${car.id}?start_date=${start_date}&end_date=${end_date}`;
  await renter.goto(bookPath);
  await renter.getByText("Additional drivers – free").click();
  const field = (n: number) => renter.getByLabel(`Driver ${n}: email`);
  await field(1).fill(other.email);
  await field(2).fill(other.email.toUpperCase());
  await signUpOnPage(renter, person);
  await stateDateOfBirth(renter);
  await renter.goto(bookPath);
  await expect(renter.getByText("1 person to invite")).toBeVisible();
  await renter
    .getByRole("button", { name: /^Book Now/ })
    .first()
    .click();
  await expect(field(2)).toBeFocused();
  await expect(renter.getByText("You've already entered this address.")).toBeVisible();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await field(2).fill("");
  await expect(renter.getByText("1 additional driver", { exact: true })).toBeVisible();
  const checkout = await bookNow(renter, phone);
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(checkout.getByText("1, free. We've emailed the invitation.")).toBeVisible();

  const { bookings } = await callAs<{ bookings: { id: string }[] }>(renter, "GET", "/api/bookings");
  const id = bookings[0]?.id ?? "";
  await renter.goto(`/bookings?booking=${id}`);
  const details = renter.getByRole("dialog", { name: "Booking Details" });
  await expect(details.getByText("Invited, not confirmed")).toBeVisible();
  await host.goto(`/host/bookings?booking=${id}`);
  await expect(host.getByRole("dialog").getByText("Invited driver")).toBeVisible();

  // The friend signs up through the link, which leads back to the invitation.
  await expect.poll(() => readMails(renter, other.email)).toContain("/driving/");
  const link = /\S+\/driving\/\S+/.exec(await readMails(renter, other.email))?.[0] ?? "";
  const friend = await (await newPerson({ viewport: viewports.phone })).newPage();
  await friend.goto(link);
  await friend.waitForURL("**/auth?**");
  await friend.getByRole("tab", { name: "Sign Up" }).click();
  await signUpHere(friend, other);
  await friend.goto(await linkFromMailbox(friend, other.email));
  await expect(friend.getByRole("heading", { name: "Drive with Odette" })).toBeVisible();
  await expect(friend.getByText("To drive, you need a verified licence.")).toBeVisible();
  await examineAtBothSizes(friend);
  await friend.setViewportSize(viewports.phone);
  await verify(friend, await (await newPerson()).newPage(), other.email);
  await friend.goto(link);
  await friend.getByRole("button", { name: "Accept" }).click();
  await expect(friend.getByRole("heading", { name: "You're driving with Odette" })).toBeVisible();
  await expect(friend.getByText("Where", { exact: true })).toBeVisible();
  await examineAtBothSizes(friend);

  // Both sides see it without a reload.
  for (const dialog of [details, host.getByRole("dialog")]) {
    await expect(dialog.getByText("Dario Rolle")).toBeVisible();
    await expect(dialog.getByText("Licence verified")).toBeVisible();
  }
  await expect(host.getByRole("dialog")).not.toContainText(other.email);
  await examineAtBothSizes(host);
  await examineAtBothSizes(renter);

  await details.getByRole("button", { name: "Remove Dario Rolle" }).click();
  await renter.getByRole("button", { name: "Remove driver" }).click();
  await expectToast(renter, "Driver removed");
  await expect(host.getByRole("dialog").getByText("Dario Rolle")).toBeHidden();
});
