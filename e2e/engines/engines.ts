// The engines of other browsers than the test browser.
import { FIREFOX } from "./firefox.ts";
import { WEBKIT } from "./webkit.ts";

export const ENGINES = [WEBKIT, FIREFOX] as const;
