// The logo: mark and name. The ring takes the theme's primary colour; the dot is never recoloured.
import wordmark from "../assets/wordmark.svg";
import { cx } from "./cx.ts";

// A separate file: the outlines would be the largest part of every page's JavaScript.
const WORDMARK = `${wordmark}#word`;

/** Decorative: the link around it has the name. `onDeep` is for dark backgrounds such as the
 *  footer. */
export function Logo({ onDeep, className }: { onDeep?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 156 34"
      width="140"
      height="30"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      className={cx("block h-[1.9rem] w-auto", className)}
    >
      <g transform="translate(0 1)">
        <path
          d="M23.48 8.78A10.4 10.4 0 1 0 23.48 23.22"
          fill="none"
          strokeWidth="6.2"
          className={onDeep ? "stroke-[#5fcccb]" : "stroke-primary"}
        />
        <circle cx="26.4" cy="16" r="3.9" className="fill-highlight" />
      </g>
      <use href={WORDMARK} fill="currentColor" x="41" />
    </svg>
  );
}
