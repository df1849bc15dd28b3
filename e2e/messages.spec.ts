// Two people in two browsers: a question about a car arrives without a reload, is read, and the
// conversation continues over a server restart.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";
import { newPersonData, signInOnPage, signInHere, signUpOnPage } from "./people.ts";
import { HOST, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.keyboard.press("Enter");
};
const written = (page: Page) => page.getByRole("list", { name: "Messages", exact: true });

test("a question and its reply arrive without a reload, are marked read, and are never lost or duplicated", async ({
  app,
  page: renter,
  newPerson,
  request,
  allowFailures,
}) => {
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto("/host/messages");
  await expect(host.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  // Beside the list, the last conversation opens by itself.
  await host.waitForURL(/\/host\/messages\?c=/);
  await expect(
    host.getByRole("list", { name: "Conversations" }).getByRole("link").first(),
  ).toHaveAttribute("aria-current", "true");

  // Signed out, from a car to its host's page: signing in leads to the conversation.
  const person = newPersonData("Alma");
  const elsewhere = await (await newPerson()).newPage();
  await signUpOnPage(elsewhere, person);
  const car = await hostsCar(request);
  await renter.goto(`/book/${car.id}`);
  await hydrated(renter);
  await expect(renter.getByRole("link", { name: "Message host" })).toHaveAttribute(
    "href",
    `/messages?car=${car.id}`,
  );
  await renter.getByRole("link", { name: /^About / }).click();
  await renter.getByRole("link", { name: `about ${car.title}` }).click();
  await signInHere(renter, person);
  await renter.waitForURL(/\/messages\?c=/);
  const hello = `Is there a child seat? <b>Call</b> 242 555 0100, https://example.test`;
  await write(renter, hello);
  await expect(written(renter)).toContainText("242 555 0100");
  await expect(written(renter)).toContainText("Contact details are hidden for now");

  const row = host
    .getByRole("list", { name: "Conversations" })
    .getByRole("link", { name: /Alma Rolle/ })
    .first();
  await expect(row).toContainText(
    "Is there a child seat? <b>Call</b> [hidden until the booking is approved]",
  );
  await row.click();
  await expect(written(host)).toContainText("New");
  await expect(written(host).getByRole("link")).toHaveCount(0);
  await expect(written(renter)).toContainText("Seen");
  await examineAtBothSizes(host);

  // An unbreakable link leaves the button visible.
  await renter.setViewportSize(viewports.phone);
  const box = renter.getByRole("textbox", { name: /^Message to/ });
  await box.fill(`https://example.test/${"a".repeat(300)}`);
  await expect(renter.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  await box.fill("");
  await renter.setViewportSize(viewports.desktop);

  // Typed text stays with its conversation.
  await host.getByRole("textbox", { name: /^Message to/ }).fill("Yes, and");
  await host.reload();
  await expect(host.getByRole("textbox", { name: /^Message to/ })).toHaveValue("Yes, and");
  await write(host, "Yes, and a\ncool box.");
  await expect(written(renter)).toContainText("cool box.");
  await expect(renter.getByRole("status").filter({ hasText: "New message from" })).toHaveCount(1);

  // A failed message is kept, and sent once.
  allowFailures([
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_FAILED",
    /GET 503 \/api\//,
  ]);
  await renter.route("**/api/conversations/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await write(renter, "Thank you");
  await expect(renter.getByRole("alert").filter({ hasText: "Not sent." })).toBeVisible();
  await renter.unroute("**/api/conversations/*/messages");
  await app.restart();
  await renter.getByRole("button", { name: "Try again" }).click();
  await expect(written(host)).toContainText("Thank you");
  await expect(written(host).getByText("Thank you")).toHaveCount(1);
  await expect(written(renter).getByText("Thank you")).toHaveCount(1);

  // On a phone one view at a time, and Back leads to the list.
  await host.setViewportSize(viewports.phone);
  await host.getByRole("link", { name: "Back to all conversations" }).click();
  await expect(row).toBeVisible();
  await host.goBack();
  await expect(written(host)).toBeVisible();
});
