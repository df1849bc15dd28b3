// The program with a fault of its own that nobody catches, a moment after it serves.
import { run } from "../src/server/main.ts";

run();
process.once("SIGUSR2", () => void Promise.reject(new Error("a slip")));
