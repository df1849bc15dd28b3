// Runs the payout job immediately, in its own process so that its memory can be measured, and then
// reads the admin's money page. Prints milliseconds and bytes as JSON.
import { readConfig } from "../src/server/config.ts";
import { startInstance } from "../src/server/instance.ts";
import { readMoney } from "../src/server/modules/admin/admin-money.service.ts";
import { payOut } from "../src/server/modules/payouts/payouts.service.ts";

const config = readConfig();
const instance = await startInstance({
  config,
  databaseUrl: config.databaseUrl ?? "",
  apiOnly: true,
});
const begun = performance.now();
await payOut(instance.ctx);
const ms = performance.now() - begun;
const bytes = process.resourceUsage().maxRSS * 1024;
const pageMs: number[] = [];
for (let round = 0; round <= 50; round++) {
  const pageBegun = performance.now();
  await readMoney(instance.ctx);
  pageMs.push(performance.now() - pageBegun);
}
const [firstMs, ...others] = pageMs;
console.log(JSON.stringify({ ms, bytes, firstMs, pageMs: others }));
await instance.stop();
