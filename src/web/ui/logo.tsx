// The mark and the name, drawn. The ring takes the theme's primary; the dot is never recoloured.
import wordmark from "../assets/wordmark.svg";
import { cx } from "./cx.ts";

// A file of its own: the outlines would be the longest thing in the JavaScript of every page.
const WORD = `${wordmark}#word`;

/** Decoration: the link around it carries the name. `onDeep` is for the footer and other dark water. */
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
      <use href={WORD} fill="currentColor" x="41" />
    </svg>
  );
}
