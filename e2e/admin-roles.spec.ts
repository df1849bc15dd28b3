// The three kinds of admin, what takes two of them, and what takes a recent sign-in.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { callAs, expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

test("support is refused the bank file; finance and owners need a second person", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  // The server refuses a change of a role until another owner confirms it, and the open pages of
  // admins whose role has ended.
  allowFailures([
    /GET 40[39] \/api\/admin\/payout/,
    /GET 403 \/api\/admin\//,
    /POST 409 \/api\/admin\/users\/.*\/roles/,
  ]);
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
    await expect(support.getByRole("link", { name: "Pending Listings" })).toBeVisible();
    await expect(support.getByRole("link", { name: /money page|Fees by month/ })).toHaveCount(0);
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

  await test.step("owners", async () => {
    const removeRole = async (owner: Page, id = ""): Promise<void> => {
      await owner.goto(`/admin/users/${id}`);
      await owner.getByRole("button", { name: /^Manage/ }).click();
      await owner.getByRole("menuitem", { name: "Remove admin role" }).click();
      const dialog = owner.getByRole("dialog", { name: "Remove Admin Role" });
      await dialog.getByRole("button", { name: "Remove Admin Role" }).click();
      await expectToast(owner, "Another admin has to confirm");
    };
    const confirm = async (owner: Page, request: string): Promise<void> => {
      await owner.goto("/admin");
      await expect(owner.getByText(request)).toBeVisible();
      await owner.getByRole("button", { name: /^Confirm: remove / }).click();
      await expectToast(owner, "Confirmed");
      await expect(owner.getByText(request)).toHaveCount(0);
    };
    const [supportId, financeId] = ids;
    // The only owner needs nobody to make a second one.
    const owner = { role: "owner", granted: true };
    await callAs(page, "POST", `/api/admin/users/${financeId}/roles`, owner);
    await removeRole(page, supportId);
    const account = page.getByRole("region", { name: "Account", exact: true });
    await expect(account).toContainText("Support admin");
    await confirm(finance, "Andre Sands asks to remove Sandra Rolle's admin role");
    await expect(account).not.toContainText("Support admin");
    await support.goto("/admin");
    await support.waitForURL("**/dashboard");

    // Afterwards the demo has a single admin again.
    await removeRole(finance, financeId);
    await confirm(page, "Fiona Rolle asks to remove Fiona Rolle's admin role");
    await finance.goto("/admin");
    await finance.waitForURL("**/dashboard");
  });
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
