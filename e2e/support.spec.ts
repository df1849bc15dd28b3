// Support from both sides: live chat and replies arrive without a reload, forms become numbered
// cases answered by email, unsent text survives a reload, and two admins work concurrently.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, blockLiveUpdates, test } from "./fixtures.ts";
import {
  callAs,
  expectToast,
  expectMails,
  newPersonData,
  signInOnPage,
  signInHere,
  signUpOnPage,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

const box = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const written = (page: Page) => page.getByRole("list", { name: "Messages", exact: true });
const write = async (page: Page, text: string): Promise<void> => {
  await box(page).fill(text);
  await page.keyboard.press("Enter");
};
const findRow = (page: Page, text: string) =>
  page.getByRole("table", { name: "Cases" }).getByRole("row").filter({ hasText: text });

test("live chat is a case that admins assign, answer and close, and the person reopens", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/support?filter=open");
  await expect(admin.getByRole("heading", { name: "Support", level: 1 })).toBeVisible();

  // Signed out: Live Chat asks to sign in, and continues to the conversation.
  const person = newPersonData("Shanelle");
  await signUpOnPage(await (await newPerson()).newPage(), person);
  await renter.goto("/support");
  await hydrated(renter);
  await examineAtBothSizes(renter);
  await renter.getByRole("link", { name: "Live Chat" }).click();
  await renter.waitForURL(/\/auth\?/);
  await signInHere(renter, person);
  await renter.waitForURL(/\/messages\?c=/);
  await expect(renter.getByText("We'll reply right here.")).toBeVisible();
  await write(renter, "The app shows two charges. <b>Why?</b>");
  const subject = renter
    .getByRole("region", { name: "Conversation with Caydrive support" })
    .getByText(/^Case CD-\d+$/);
  await expect(subject).toBeVisible();
  const number = (await subject.innerText()).replace("Case ", "");

  // It appears in the admin's list without a reload.
  const row = findRow(admin, number);
  await expect(row).toContainText("Shanelle Rolle");
  await expect(row).toContainText("1 new");
  await row.getByRole("link", { name: `${number}, Shanelle Rolle` }).click();
  await expect(admin.getByRole("heading", { name: new RegExp(number), level: 1 })).toBeVisible();
  await expect(written(admin)).toContainText("<b>Why?</b>");
  await expect(written(renter)).toContainText("Seen");
  await admin.getByRole("button", { name: "Assign to Me" }).click();
  await expect(admin.getByRole("button", { name: "Assigned to me" })).toBeFocused();
  await write(admin, "One is a hold, which goes away by itself.");
  await expect(written(renter)).toContainText("One is a hold");
  await expect(written(admin)).toContainText("Andre Sands");
  await expect(written(renter)).not.toContainText("Andre Sands");
  await expect(admin.getByText("Waiting for them", { exact: true })).toBeVisible();
  await examineAtBothSizes(admin);

  // Another admin, whose page is out of date, sees a message and keeps the typed text.
  allowFailures([/POST 409 \/api\/admin\/support\/cases\//]);
  const late = await admin.context().newPage();
  await blockLiveUpdates(late);
  await late.goto(admin.url());
  await expect(written(late)).toContainText("One is a hold");
  await admin.getByRole("button", { name: "Close Case" }).click();
  await expect(admin.getByRole("button", { name: "Reopen Case" })).toBeFocused();
  await expect(admin.getByText("Closed", { exact: true })).toBeVisible();
  await write(late, "Is it gone?");
  await expect(
    late.getByRole("alert").filter({ hasText: "This case has changed since you opened it" }),
  ).toBeVisible();
  await expect(box(late)).toHaveValue("Is it gone?");
  await expect(late.getByText("Closed", { exact: true })).toBeVisible();
  await late.close();

  // The person sees that it is closed, and reopens it by writing.
  await expect(
    renter.getByText(`Case ${number} is closed. Send a message to reopen it.`),
  ).toBeVisible();
  await write(renter, "It is still there.");
  await expect(written(admin)).toContainText("It is still there.");
  await expect(admin.getByText("Open", { exact: true })).toBeVisible();
  await admin.getByRole("link", { name: "Support cases" }).click();
  await admin.waitForURL("**/admin/support?filter=open");
  await expect(row).toContainText("Andre Sands");
  await examineAtBothSizes(admin);
});

test("answers a form by email, under the case number that its sender got", async ({
  page: visitor,
  newPerson,
}) => {
  const { email } = newPersonData("naomi");
  await visitor.goto("/support");
  await hydrated(visitor);
  await visitor.getByLabel("Full name").fill("Naomi Cooper");
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByLabel("Category").selectOption({ label: "A vehicle" });
  await visitor
    .getByRole("textbox", { name: "Message" })
    .fill("The key box at Potter's Cay stays shut.");
  await visitor.getByRole("button", { name: "Send Message" }).click();
  await expectToast(visitor, "Message sent successfully");
  const confirmation = visitor.getByRole("status").filter({ hasText: "Your case number is" });
  const number = /CD-\d+/.exec(await confirmation.innerText())?.[0] ?? "";
  const mail = async (nth: number, subject: string) => {
    await expectMails(visitor, email, nth);
    await visitor.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
    await visitor.getByRole("link", { name: subject }).click();
    return visitor.frameLocator("iframe").getByRole("paragraph");
  };
  await expect(
    (await mail(1, `We've received your message (case ${number})`)).first(),
  ).toContainText(number);

  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/support");
  await admin.getByRole("searchbox", { name: "Search cases" }).fill(number.toLowerCase());
  await admin.waitForURL(/search=/);
  await expect(findRow(admin, number)).toContainText("A vehicle");
  await admin.getByRole("link", { name: `${number}, Naomi Cooper` }).click();
  await box(admin).fill("It is mended.\nThe new code is 4711.");
  await admin.getByRole("button", { name: "Send Reply" }).click();
  await expect(written(admin)).toContainText("The new code is 4711.");
  await expect(box(admin)).toHaveValue("");
  await expect(
    (await mail(2, `Our reply to your message (${number})`)).filter({ hasText: "4711" }),
  ).toBeVisible();
});

test("unsent text survives a reload but not a sign-out; older messages load without a jump", async ({
  page,
  allowFailures,
}) => {
  await signUpOnPage(page, newPersonData("Carlo"));
  const { id } = await callAs<{ id: string }>(page, "POST", "/api/conversations", {
    support: true,
  });
  for (let nth = 1; nth <= 60; nth++)
    await callAs(page, "POST", `/api/conversations/${id}/messages`, {
      id: crypto.randomUUID(),
      body: `No. ${nth}`,
    });
  await page.goto(`/messages?c=${id}`);
  await expect(written(page).getByText("No. 60", { exact: true })).toBeInViewport();
  await expect(written(page).getByText("No. 20", { exact: true })).toHaveCount(0);
  const seen = written(page).getByText("No. 24", { exact: true });
  await seen.scrollIntoViewIfNeeded();
  const before = await seen.boundingBox();
  await expect(written(page).getByText("No. 1", { exact: true })).toHaveCount(1);
  expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(40);
  await expect(page.getByRole("button", { name: "Show earlier messages" })).toHaveCount(0);

  allowFailures(["POST net::ERR_FAILED /api/conversations"]);
  await page.route("**/api/conversations/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await write(page, "Kept");
  const notSent = page.getByRole("alert").filter({ hasText: "Not sent." });
  await expect(notSent).toBeVisible();
  await page.unroute("**/api/conversations/*/messages");
  await page.reload();
  await expect(notSent).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(notSent).toHaveCount(0);
  await expect(written(page).getByText("Kept", { exact: true })).toHaveCount(1);
  await page.reload();
  await expect(written(page).getByText("Kept", { exact: true })).toHaveCount(1);
  await expect(notSent).toHaveCount(0);

  await page.route("**/api/conversations/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await write(page, "Forgotten");
  await expect(notSent).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).toContain("Forgotten");
  await page.getByRole("button", { name: "Carlo Rolle" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await kept()).not.toContain("Forgotten");
});
