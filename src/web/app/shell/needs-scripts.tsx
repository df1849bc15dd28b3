// Tells visitors without JavaScript why a page that needs it shows nothing else, and where to get
// help all the same.
import { paths } from "../../paths.ts";

/** The page hides the rest with `noscript:hidden`. */
export const NeedsScripts = () => (
  <noscript>
    <p className="rounded-md bg-tint-sun px-4 py-3 text-tint-sun-foreground">
      This page needs JavaScript. Turn it on in your browser&rsquo;s settings, then reload. Need
      help now?{" "}
      <a href={paths.emergencyLine()} className="link">
        Contact us
      </a>
      .
    </p>
  </noscript>
);
