// The program with an unhandled rejection shortly after it starts serving.
import { run } from "../src/server/main.ts";

run();
process.once("SIGUSR2", () => void Promise.reject(new Error("a slip")));
