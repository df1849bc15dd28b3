// The program as browser tests run it: external calendars are read from feeds.test, a server of the
// tests. No product setting does this, because the product never calls a private address.
import { run } from "../src/server/main.ts";
import { siteNetwork } from "./sites.ts";

run(siteNetwork());
