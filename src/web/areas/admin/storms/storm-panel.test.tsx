// An admin cancels and refunds the trips of a storm.
import { beforeEach, expect, test } from "vitest";
import { id } from "../../../../../test/components/examples.ts";
import { expectSent, hold, offline, respondTo } from "../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  show,
} from "../../../../../test/components/screen.tsx";
import type { AdminStorm } from "../../../../contract/admin/admin-storms.ts";
import { StormPanel } from "./storm-panel.tsx";

const storm: AdminStorm = {
  id: id(7),
  name: "Hurricane Imani",
  islands: ["abacos", "grand-bahama"],
  first_day: "2026-06-02",
  last_day: "2026-06-05",
  message: "Please stay indoors.",
  declared_at: "2026-06-01T12:00:00.000Z",
  declared_by: "Ada Knowles",
  ended_at: null,
  ended_by: null,
  summary: null,
  refunds: "none",
  refunds_failed: 0,
  remaining: 12,
  cancelled_by_admins: 0,
  cancelled_by_renters: 1,
  cancelled_by_hosts: 0,
  declined: 0,
  moved: 0,
  refund_cents: 20_099,
  cars: 58,
  inspected: 0,
};
const opener = button("Cancel and refund all");

beforeEach(() => show(<StormPanel storm={storm} />));

test("says what all renters get, and changes nothing when the dialog is closed", async () => {
  await opener.click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/Each renter gets a full refund, .*“Hurricane Imani”/);
  await button("Keep them").click();
  await expectHarmlessExit(opener, "Keep them");
});

test("starts the refunds once", async () => {
  const respond = hold("POST /api/admin/storms/{id}/refunds");
  await opener.click();
  await confirmTwice("Cancel and refund", "Starting...");
  respond({ ...storm, refunds: "running" });
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/admin/storms/{id}/refunds", {
    params: { id: storm.id },
    body: { action: "start" },
  });
});

test("says that nothing was changed when the server can't be reached", async () => {
  respondTo("POST /api/admin/storms/{id}/refunds", offline);
  await opener.click();
  await dialog.getByRole("button", { name: "Cancel and refund" }).click();
  await expectMessage("We can't reach the server. Check your connection and try again.");
});
