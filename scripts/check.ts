// `npm run check`: checks the code without running it, in a few seconds.
import { runStaticChecks } from "./static-checks.ts";

const { passed, failed } = await runStaticChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
