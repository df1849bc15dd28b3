// A person chooses alerts and quiet hours; each choice is saved immediately.
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { alertSettings } from "../../../../../../test/components/examples.ts";
import {
  expectNothingSent,
  expectSent,
  forgetSent,
  hold,
  offline,
  respondTo,
} from "../../../../../../test/components/fake-api.ts";
import { button, expectMessage, show } from "../../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../../domain/errors.ts";
import { AlertChoices } from "./alert-choices.tsx";
import type { AlertSettings } from "./alert-settings.ts";

const PUT = "PUT /api/alert-settings";
const box = (name: string | RegExp) => page.getByRole("checkbox", { name });
const requestsByText = box("Requests by text");
const from = page.getByLabelText("From");
const until = page.getByLabelText("Until");

/** What the server has stored. */
let stored: AlertSettings;
beforeEach(() => {
  stored = alertSettings;
  respondTo("GET /api/alert-settings", () => stored);
});

test("saves a choice at once, and shows it before the answer", async () => {
  const respond = hold(PUT);
  await show(<AlertChoices />);
  await requestsByText.click();
  await expect.element(requestsByText).not.toBeChecked();
  await expect.element(box("Requests by push")).toBeChecked();
  stored = { ...stored, text: { ...stored.text, request: false } };
  respond(stored);
  await expectMessage("Setting saved");
  await expect.element(requestsByText).not.toBeChecked();
  expectSent(PUT, { body: { text: { request: false } } });
});

test.each([
  ["fails", () => new DomainError("internal"), "We couldn't save the setting. Please try again."],
  ["gets no answer", offline, "We can't reach the server."],
] as const)("takes a choice back whose request %s, and says so", async (_case, respond, said) => {
  respondTo(PUT, respond);
  await show(<AlertChoices />);
  await requestsByText.click();
  await expectMessage(said);
  await expect.element(requestsByText).toBeChecked();
});

test("texts again a person who replied STOP", async () => {
  stored = { ...stored, text_state: "stopped" };
  const respond = hold(PUT);
  await show(<AlertChoices />);
  await expect.element(page.getByText(/^You replied STOP, so we don't text you\./)).toBeVisible();
  await expect.element(requestsByText).toBeDisabled();
  await button("Text me again").click();
  await expect.element(requestsByText).toBeEnabled();
  await expect.element(button("Text me again")).not.toBeInTheDocument();
  stored = { ...stored, text_state: "ready" };
  respond(stored);
  await expectMessage("Setting saved");
  expectSent(PUT, { body: { resume_texts: true } });
});

test("offers no texts where none are sent, and links to verification without a phone", async () => {
  stored = { ...stored, text_state: "not_verified" };
  await show(<AlertChoices />);
  await expect.element(requestsByText).toBeDisabled();
  await page.getByRole("link", { name: "verify your phone" }).click();
  await expect.element(page.getByRole("heading", { name: "/profile" })).toBeVisible();
  stored = { ...stored, text_state: "not_offered" };
  await show(<AlertChoices />);
  await expect.element(box("Requests by push")).toBeVisible();
  await expect.element(requestsByText).not.toBeInTheDocument();
  expectNothingSent();
});

test("saves the quiet hours, which never begin and end at the same hour", async () => {
  respondTo(PUT, ({ body }) => (stored = { ...stored, quiet: body.quiet ?? stored.quiet }));
  await show(<AlertChoices />);
  await expect.element(from).toHaveValue("22");
  await expect.element(until.getByRole("option", { name: "10:00 PM" })).not.toBeInTheDocument();
  await until.selectOptions("8:00 AM");
  await expectMessage("Setting saved");
  await expect.element(until).toHaveValue("8");
  const { quiet } = alertSettings;
  expectSent(PUT, { body: { quiet: { ...quiet, quiet_until: 8 } } });
  forgetSent();
  await box(/^Quiet hours/).click();
  await expect.element(from).not.toBeInTheDocument();
  await expect.poll(() => stored.quiet.is_quiet).toBe(false);
  expectSent(PUT, { body: { quiet: { ...quiet, quiet_until: 8, is_quiet: false } } });
});
