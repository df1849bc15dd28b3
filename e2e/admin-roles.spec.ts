// The three kinds of admin, what takes two of them, and what takes a recent sign-in.
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { callAs, expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

test("the support role is refused the bank file, and the finance role needs a second person", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  // The last one is a page that learns at the end that its role is gone.
  allowFailures([/GET 40[39] \/api\/admin\/payout/, /GET 403 \/api\/admin\/queue\/counts/]);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin/payouts");
  await page.getByRole("row").filter({ hasText: "Waiting for the bank" }).getByRole("link").click();
  await expect(page.getByRole("button", { name: "Download the bank file" })).toBeVisible();
  const batch = page.url();

  const support = await (await newPerson()).newPage();
  const finance = await (await newPerson()).newPage();
  const ids: string[] = [];
  for (const [each, role] of [
    [support, "support"],
    [finance, "finance"],
  ] as const) {
    await signUpOnPage(each, newPersonData(role === "support" ? "Sandra" : "Fiona"));
    const { user_id } = await callAs<{ user_id: string }>(each, "GET", "/api/profile");
    ids.push(user_id);
    await callAs(page, "POST", `/api/admin/users/${user_id}/roles`, { role, granted: true });
  }

  await test.step("support", async () => {
    await support.goto("/admin");
    await expect(support.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    await expect(support.getByRole("link", { name: "Verifications" }).first()).toBeVisible();
    await expect(support.getByRole("link", { name: "Payouts" })).toHaveCount(0);
    await support.goto(batch);
    await expect(
      support.getByText("Only a finance admin or an owner can do this.").first(),
    ).toBeVisible();
    await expect(support.getByRole("button", { name: "Download the bank file" })).toHaveCount(0);
  });

  await test.step("finance", async () => {
    await finance.goto(batch);
    await finance.getByRole("button", { name: "Download the bank file" }).click();
    await expectToast(finance, "Another admin has to confirm");
    await expect(finance.getByText("Waiting for another admin to confirm")).toBeVisible();
    await examineAtBothSizes(finance);
    await page.goto("/admin");
    await expect(page.getByText("Fiona Rolle asks to download the bank file")).toBeVisible();
    await examineAtBothSizes(page);
    await page.getByRole("button", { name: /^Confirm: download the bank file/ }).click();
    await expectToast(page, "Confirmed");
    await expect(page.getByText("Fiona Rolle asks to download the bank file")).toBeVisible();
    await expect(page.getByText(/^Confirmed\. The file can be downloaded until/)).toBeVisible();
    await expect(finance.getByText("Another admin has confirmed.")).toBeVisible();
    const coming = finance.waitForEvent("download");
    await finance.getByRole("button", { name: "Download the bank file" }).click();
    expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
  });

  // The demo has a single admin again.
  for (const [index, role] of ["support", "finance"].entries())
    await callAs(page, "POST", `/api/admin/users/${ids[index]}/roles`, { role, granted: false });
});

test("saving bank details asks for the password after a while, and loses nothing typed", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/PUT 403 \/api\/host\/payout-details/, /POST 400 \/auth\/v1\/token/]);
  const host = newPersonData("Renee");
  await signUpOnPage(page, host, "host");
  await page.goto("/host/settings");
  await page.getByLabel("Account holder").fill("Renee Rolle");
  await page.getByLabel("Bank", { exact: true }).selectOption("rbc");
  await page.getByLabel("Transit number").fill("05165");
  await page.getByLabel("Account number").fill("100023456789");
  // Ages the session by an hour, because the server's clock can't be moved from here.
  let refused = false;
  await page.route("**/api/host/payout-details", (route) => {
    if (refused || route.request().method() !== "PUT") return route.fallback();
    refused = true;
    return route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "reauthentication_required", details: { minutes: 60 } }),
    });
  });
  await page.getByRole("button", { name: "Save payout details" }).click();
  const dialog = page.getByRole("dialog", { name: "Enter your password to continue" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("not-the-password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("That password isn't right. Try again.").first()).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(host.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Payout details saved");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("6789").first()).toBeVisible();
});

test("a changed bank account waits 72 hours, and the host can cancel the change", async ({
  page,
  newPerson,
}) => {
  await signUpOnPage(page, newPersonData("Wendell"), "host");
  await page.goto("/host/settings");
  const enter = async (bank: string, number: string) => {
    await page.getByLabel("Account holder").fill("Wendell Rolle");
    await page.getByLabel("Bank", { exact: true }).selectOption(bank);
    await page.getByLabel("Transit number").fill("05165");
    await page.getByLabel("Account number").fill(number);
    await page.getByRole("button", { name: "Save payout details" }).click();
    await expectToast(page, "Payout details saved");
  };
  await enter("rbc", "100023456789");
  await page.getByRole("button", { name: "Change payout details" }).click();
  await expect(page.getByText("A change takes effect after 72 hours.")).toBeVisible();
  await enter("bob", "55500001111");
  await expect(page.getByText(/^Bank of The Bahamas, ending in 1111, from /)).toBeVisible();
  await expect(page.getByText("6789").first()).toBeVisible();
  await examineAtBothSizes(page);

  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/payouts");
  const change = admin.getByRole("listitem").filter({ hasText: "Wendell Rolle" });
  await expect(change).toContainText("ending in 6789 to Bank of The Bahamas, ending in 1111");
  await examineAtBothSizes(admin);

  await page.getByRole("button", { name: "Cancel this change" }).click();
  await expectToast(page, "Change cancelled");
  await expect(page.getByText(/ending in 1111/)).toHaveCount(0);
  await admin.reload();
  await expect(admin.getByRole("heading", { name: "Payouts", exact: true })).toBeVisible();
  await expect(change).toHaveCount(0);
});
