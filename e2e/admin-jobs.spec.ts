// Background jobs in the admin area: a failed one is listed, checked in both themes and sizes, and
// retried by keyboard.
import { examineAtBothSizes } from "./examine.ts";
import { expect, expectAfterRetries, test } from "./fixtures.ts";
import { expectToast, expectMails, signInOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

const WRITER = "mara.job@example.test";
const mail = (subject: string) =>
  `insert into pgboss.job (name, data, retry_limit, dead_letter, policy)
   values ('mail', '{"to": "${WRITER}", "subject": "${subject}", "text": "The key.", "html": ""}', 0, 'failed-jobs', 'standard')`;

test("an admin sees failed jobs with their errors and retries them", async ({
  page,
  app,
  allowFailures,
}) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Nothing has failed" })).toBeVisible();
  await page.getByRole("button", { name: /^Show idle/ }).click();
  const queues = page.getByRole("table", { name: "Queues" });
  await expect(queues.getByRole("row", { name: /^Reconcile/ })).toBeVisible();

  await app.sql(`alter table dev_mails add constraint not_today check (recipient <> '${WRITER}')`);
  for (const subject of ["One", "Two"]) await app.sql(mail(subject));
  const failed = page
    .getByRole("table", { name: "Failed jobs" })
    .getByRole("row", { name: /Mail/ });
  await expect(failed).toHaveCount(2); // it refreshes by itself
  await expect(failed.first()).toContainText('violates check constraint "not_today"');
  await expect(page.getByRole("link", { name: "Jobs 2 failed" })).toBeVisible();
  expect(await page.content()).not.toContain(WRITER);
  await examineAtBothSizes(page);

  await app.sql("alter table dev_mails drop constraint not_today");
  await failed.first().getByRole("button", { name: "Try again: Mail" }).press("Enter");
  await expectToast(page, "Retrying the job");
  await expect(failed).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Failed", exact: true })).toBeFocused();
  await expectMails(page, WRITER, 1);
  await page
    .getByRole("group", { name: "Which queue" })
    .getByRole("button", { name: /^Mail/ })
    .click();
  expect(new URL(page.url()).searchParams.get("queue")).toBe("mail");
  await page.getByRole("button", { name: "Try all of Mail again" }).click();
  await expect(page.getByRole("heading", { name: "Nothing has failed" })).toBeVisible();
  await expectMails(page, WRITER, 2);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByText("Failed job retried")).toBeVisible();
  await expect(page.getByText("Failed jobs retried")).toBeVisible();

  allowFailures([/503 \/api\//]);
  await page.clock.install();
  await page.route("**/api/admin/jobs", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/admin/jobs");
  await expectAfterRetries(page, page.getByRole("heading", { name: "The queues didn't load." }));
  await page.unroute("**/api/admin/jobs");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: /^Show idle/ }).click();
  await expect(queues).toBeVisible();
});
