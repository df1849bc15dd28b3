// Renter and host review each other in two browsers: sealed, published, answered, counted on cards
// and pages, reported, hidden.
import type { Booking } from "../src/contract/bookings/bookings.ts";
import { examine, examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";
import { callAs, expectToast, signInOnPage } from "./people.ts";
import { SEEDED_PASSWORD } from "./requests.ts";

/** A demo trip that ended a few days ago and has no reviews. */
const CAR = "Patrol";
const RENTER = "hannah.whitfield@caydrive.test";
const HOST = "shantell.albury@caydrive.test";
const WORDS = "Strong on sand, <b>spotless</b>. See https://example.test";
const ANSWER = "Come back for the crabs.";

test("a review is sealed, published, answered, counted everywhere, and hidden by an admin", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  test.slow();
  allowFailures([/POST 422 \/api\/bookings\/.*\/reviews/, /GET 404 \/hosts\//]);
  await signInOnPage(renter, RENTER, SEEDED_PASSWORD);
  const { bookings } = await callAs<{ bookings: Booking[] }>(
    renter,
    "GET",
    "/api/bookings?filter=past",
  );
  const trip = bookings.find(({ car, review }) => car.model === CAR && review.state === "open");
  if (!trip) throw new Error("the demo has no such trip");
  const { car } = trip;

  await test.step("the renter writes", async () => {
    await renter.goto("/bookings?filter=past");
    await renter.getByRole("link", { name: `Leave a Review, ${car.title}` }).click();
    const dialog = renter.getByRole("dialog", { name: "Review your trip" });
    await expect(dialog).toContainText("once Shantell has left one too");
    const send = dialog.getByRole("button", { name: "Send Review" });
    await send.click();
    await expect(dialog.getByText("Choose 1 to 5 stars.")).toHaveCount(5);
    await expect(dialog.getByText("Write a few words.")).toBeVisible();
    await expect(dialog.getByRole("group", { name: "Overall" })).toBeFocused();
    // By keyboard: the arrows move on from the chosen value.
    await dialog.getByRole("group", { name: "Overall" }).getByRole("radio", { name: /^3/ }).focus();
    await renter.keyboard.press("Space");
    await renter.keyboard.press("ArrowRight");
    await expect(
      dialog.getByRole("group", { name: "Overall" }).getByRole("radio", { name: /^4/ }),
    ).toBeChecked();
    for (const score of ["Cleanliness", "Condition", "Communication", "Value"])
      await dialog
        .getByRole("group", { name: score })
        .getByRole("radio", { name: /^5/ })
        .check({ force: true });
    await dialog.getByLabel("Your review").fill("Call me on 242 555 0100");
    await examineAtBothSizes(renter);
    await send.click();
    await expect(dialog.getByLabel("Your review")).toBeFocused();
    await expect(dialog.getByLabel("Your review")).toHaveAccessibleDescription(
      /leave out email addresses and phone/,
    );
    await dialog.getByLabel("Your review").fill(WORDS);
    await send.click();
    await expectToast(renter, "Review sent");
    const sealed = renter.getByRole("dialog", { name: "Reviews of this trip" });
    await expect(sealed.getByRole("status")).toContainText(
      "It stays private until Shantell has left one too.",
    );
    await expect(sealed.getByText(WORDS)).toBeVisible();
    await examine(renter);
    await renter.keyboard.press("Escape");
    await expect(renter.getByRole("link", { name: `Reviews, ${car.title}` })).toBeVisible();
  });

  const visitor = await (await newPerson()).newPage();
  await test.step("nobody else can read it", async () => {
    await visitor.goto(`/book/${car.id}`);
    await expect(visitor.getByText("No reviews yet.")).toBeVisible();
    expect(await visitor.content()).not.toContain("spotless");
  });

  const host = await (await newPerson()).newPage();
  await test.step("the host follows the emailed link, writes, reads and answers", async () => {
    await signInOnPage(host, HOST, SEEDED_PASSWORD);
    await host.goto(`/host/bookings?review=${trip.id}`);
    const dialog = host.getByRole("dialog", { name: "Review Hannah" });
    await expect(dialog).toContainText("Hannah left you a review. Write yours to see it.");
    await expect(dialog.getByRole("group")).toHaveCount(1);
    await dialog.getByRole("radio", { name: /^5/ }).check({ force: true });
    await dialog.getByLabel("Your review").fill("Careful on the tracks.");
    await dialog.getByRole("button", { name: "Send Review" }).click();
    const both = host.getByRole("dialog", { name: "Reviews of this trip" });
    await expect(both.getByRole("status")).toHaveText("Both reviews are in.");
    await expect(both.getByRole("article", { name: "Review by Hannah W." })).toContainText(WORDS);
    await both.getByLabel("Your response").fill(ANSWER);
    await examineAtBothSizes(host);
    await both.getByRole("button", { name: "Post Response" }).click();
    await expect(both.getByText(ANSWER)).toBeVisible();
    await expect(both.getByLabel("Your response")).toHaveCount(0);
    await host.keyboard.press("Escape");
    await expect(host).toHaveURL(/\/host\/bookings$/);
  });

  await test.step("the host's own page of reviews has it, too", async () => {
    await host.goto("/host/reviews");
    const card = host.getByRole("article", { name: "Review by Hannah W." });
    await expect(card).toContainText(ANSWER);
    await expect(host.getByRole("region", { name: "Averages" })).toContainText("4 stars");
    await card.getByRole("link", { name: /^See both reviews/ }).click();
    await expect(host.getByRole("dialog")).toContainText("Careful on the tracks.");
    await host.keyboard.press("Escape");
    await examineAtBothSizes(host);
  });

  await test.step("the renter's page has updated", async () => {
    await renter.getByRole("link", { name: `Reviews, ${car.title}` }).click();
    const both = renter.getByRole("dialog", { name: "Reviews of this trip" });
    await expect(both.getByText("Careful on the tracks.")).toBeVisible();
    await expect(both.getByText(ANSWER)).toBeVisible();
    await renter.goBack();
    await expect(both).toHaveCount(0);
  });

  await test.step("everybody can read it, and it counts", async () => {
    await visitor.reload();
    const reviews = visitor.getByRole("region", { name: "Reviews" });
    await expect(reviews.getByRole("article", { name: "Review by Hannah W." })).toContainText(
      WORDS,
    );
    await expect(reviews.getByRole("img", { name: "4 of 5 stars" }).first()).toBeVisible();
    await expect(reviews.getByText(ANSWER)).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Rated 4.0 of 5 by 1 person" })).toBeVisible();
    const product = await visitor
      .locator('script[type="application/ld+json"]')
      .first()
      .textContent();
    expect(JSON.parse(product ?? "{}")).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
    });
    await examineAtBothSizes(visitor);
    await visitor.getByRole("link", { name: "About Shantell" }).click();
    await expect(visitor.getByRole("heading", { level: 1, name: "Shantell Albury" })).toBeVisible();
    await expect(visitor.getByText(/^Commitment rate: \d+ booking/)).toBeVisible();
    await expect(visitor.getByText(WORDS)).toBeVisible();
    await visitor.reload();
    await examineAtBothSizes(visitor);
    await visitor.setViewportSize(viewports.desktop);
    await visitor.goto("/browse?sort=rating");
    const card = visitor.getByRole("article").filter({ hasText: car.title });
    await expect(card.getByRole("img", { name: "Rated 4.0 of 5 by 1 person" })).toBeVisible();
    const { id } = await callAs<{ id: string }>(renter, "GET", "/api/profile");
    const answer = await visitor.goto(`/hosts/${id}`);
    expect(answer?.status()).toBe(404); // a renter has no page
  });

  await test.step("it is reported, and an admin hides it", async () => {
    await host.goto(`/book/${car.id}`);
    await hydrated(host);
    await host.getByRole("button", { name: "Report the review by Hannah W." }).click();
    const report = host.getByRole("dialog", { name: "Report this review" });
    await report.getByRole("button", { name: "Send Report" }).click();
    await expect(report.getByText("Enter a reason.")).toBeVisible();
    await report.getByLabel("Reason").fill("It was another car.");
    await report.getByRole("button", { name: "Send Report" }).click();
    await expectToast(host, "Thank you");

    const admin = await (await newPerson()).newPage();
    await signInOnPage(admin, "admin@caydrive.test", SEEDED_PASSWORD);
    await admin.goto("/admin/reviews?filter=open");
    const row = admin.getByRole("row").filter({ hasText: "It was another car." });
    await expect(row).toContainText(WORDS);
    await examineAtBothSizes(admin);
    await row.getByRole("button", { name: "Hide, Hannah Whitfield" }).click();
    const decision = admin.getByRole("dialog", { name: "Hide this review" });
    await decision.getByLabel("Reason").fill("It is about another trip.");
    await decision.getByRole("button", { name: "Hide Review" }).click();
    await expectToast(admin, "Review hidden");
    await expect(row).toHaveCount(0);

    await visitor.goto(`/book/${car.id}`);
    await expect(visitor.getByText("No reviews yet.")).toBeVisible();
    await renter.goto(`/bookings?review=${trip.id}`);
    await expect(renter.getByText("We’ve taken this review down.")).toBeVisible();
    await host.goto("/host/bookings");
    await host.getByRole("button", { name: /^Notifications/ }).click();
    await expect(host.getByText("The review you reported was taken down").first()).toBeVisible();
  });
});
