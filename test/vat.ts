// Hosts and a platform with VAT numbers.
import type { Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** Gives the host a VAT number that the admin has checked, and the platform one. */
export async function registerForVat(app: TestApp, admin: Person, host: Person): Promise<void> {
  const as = admin.token;
  const entered = { vat_number: "100234567", legal_name: "Rolle Rentals Ltd" };
  await app.call("PUT", "/api/host/vat-number", { as: host.token, body: entered });
  const [number] = (await app.call("GET", "/api/admin/vat", { as })).body.numbers;
  await app.call("POST", `/api/admin/vat/numbers/${number?.id ?? "none"}/check`, { as });
  const platform = { vat_number: "900111222", legal_name: "Caydrive Ltd" };
  await app.call("PUT", "/api/admin/vat", { as, body: { platform } });
}
