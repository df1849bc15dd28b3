// The program as browser tests run it: calendars of other sites are read from feeds.test, which is a server of the test's own.
// No setting of the product does so: it never asks an address that is not public.
import { run } from "../src/server/main.ts";
import { siteNetwork } from "./sites.ts";

run(siteNetwork());
