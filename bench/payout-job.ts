// The program with the payout job run at once, in a process of its own whose memory is looked at: prints milliseconds and bytes as JSON.
import { readConfig } from "../src/server/config.ts";
import { startInstance } from "../src/server/instance.ts";
import { payOut } from "../src/server/modules/payouts/payouts.service.ts";

const config = readConfig();
const instance = await startInstance({ config, databaseUrl: config.databaseUrl ?? "", apiOnly: true });
const begun = performance.now();
await payOut(instance.ctx);
const ms = performance.now() - begun;
console.log(JSON.stringify({ ms, bytes: process.resourceUsage().maxRSS * 1024 }));
await instance.stop();
