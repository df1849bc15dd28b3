// Renders every icon of lucide-react, in place of its own Icon.mjs (quick-icons.ts). Each icon's
// shapes are one cached HTML string: as React elements, the 170 icons of a results page took a
// tenth of its rendering time.
import { createElement, type ReactElement } from "react";
import type { LucideIconData, LucideProps } from "lucide-react";

const SIZE = 24;
const STROKE = 2;

const shapes = new WeakMap<LucideIconData, { __html: string }>();

function renderShapes(icon: LucideIconData): { __html: string } {
  const known = shapes.get(icon);
  if (known) return known;
  // The library's own constants, so nothing needs escaping.
  const made = {
    __html: icon.node
      .map(([tag, { key: _key, ...attributes }]) => {
        const written = Object.entries(attributes).map(
          ([name, value]) => `${name}="${String(value)}"`,
        );
        return `<${[tag, ...written].join(" ")}></${tag}>`;
      })
      .join(""),
  };
  shapes.set(icon, made);
  return made;
}

const isSpoken = (name: string): boolean =>
  name.startsWith("aria-") || name === "role" || name === "title";

/** Hidden from screen readers like the library's own, unless it is given a role or a name. */
export default function Icon({
  icon,
  size = SIZE,
  strokeWidth = STROKE,
  ...rest
}: LucideProps & { icon: LucideIconData }): ReactElement {
  return createElement("svg", {
    width: size,
    height: size,
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    fill: "none",
    stroke: "currentColor",
    strokeWidth,
    strokeLinecap: "round",
    strokeLinejoin: "round",
    ...(Object.keys(rest).some(isSpoken) ? {} : { "aria-hidden": true }),
    ...rest,
    dangerouslySetInnerHTML: renderShapes(icon),
  });
}
