// A host disconnects another site's calendar, and replaces the secret link of the car's own.
import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { feed, listing } from "../../../../../../test/components/examples.ts";
import {
  respondTo,
  expectSent,
  hold,
  offline,
} from "../../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  show,
} from "../../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../../domain/errors.ts";
import { LinkedCalendars } from "./linked-calendars.tsx";

const url = "https://caydrive.example/calendar/old.ics";
const ofFeed = { id: listing.id, feed_id: feed.id };

beforeEach(async () => {
  respondTo("GET /api/host/cars/{id}/feeds", () => ({ feeds: [feed] }));
  respondTo("GET /api/host/cars/{id}/calendar-link", () => ({ url }));
  await show(<LinkedCalendars carId={listing.id} today="2026-06-01" />);
});

describe("disconnecting", () => {
  const opener = button("Disconnect, Airbnb");
  const confirm = dialog.getByRole("button", { name: "Disconnect" });

  test("says what becomes of its days", async () => {
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Disconnect calendar");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription("Days taken on Airbnb can be booked here again.");
  });

  test("changes nothing when the dialog is left", () =>
    expectHarmlessExit(opener, "Keep connected"));

  test("disconnects once, and moves the focus to the heading", async () => {
    const respond = hold("DELETE /api/host/cars/{id}/feeds/{feed_id}");
    await opener.click();
    await confirmTwice("Disconnect", "Disconnecting...");
    respondTo("GET /api/host/cars/{id}/feeds", () => ({ feeds: [] }));
    respond({ id: feed.id });
    await expectMessage("Calendar disconnected");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("heading", { name: "Linked calendars" })).toHaveFocus();
    expectSent("DELETE /api/host/cars/{id}/feeds/{feed_id}", { params: ofFeed });
  });

  test("a calendar that is already gone counts as disconnected", async () => {
    respondTo(
      "DELETE /api/host/cars/{id}/feeds/{feed_id}",
      () => new DomainError("not_found", { what: "calendar" }),
    );
    await opener.click();
    await confirm.click();
    await expectMessage("Calendar disconnected");
  });

  test("keeps the dialog when the server can't be reached", async () => {
    respondTo("DELETE /api/host/cars/{id}/feeds/{feed_id}", offline);
    await opener.click();
    await confirm.click();
    await expectMessage("We can't reach the server. Check your connection and try again.");
    await expect.element(confirm).toHaveFocus();
  });
});

describe("replacing the link", () => {
  const opener = button("Replace link");

  test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Keep link"));

  test("warns that the old link stops working, and replaces it once", async () => {
    const respond = hold("POST /api/host/cars/{id}/calendar-link");
    await opener.click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "The old link stops working right away. Give the new one to the sites that use it.",
      );
    await confirmTwice("Replace link", "Replacing...");
    respond({ url: "https://caydrive.example/calendar/new.ics" });
    await expectMessage("Link replaced");
    await expect
      .element(page.getByLabelText("Secret link"))
      .toHaveValue("https://caydrive.example/calendar/new.ics");
    expectSent("POST /api/host/cars/{id}/calendar-link", { params: { id: listing.id } });
  });
});
