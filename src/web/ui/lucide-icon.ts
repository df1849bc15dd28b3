// Draws every icon of lucide-react, in place of its own Icon.mjs (vite.config.ts): the shapes are one piece of HTML, made once an icon. As elements
// of React the 170 icons of a page of results were a tenth of its rendering.
import { createElement, type ReactElement } from "react";
import type { LucideIconData, LucideProps } from "lucide-react";

const SIZE = 24;
const STROKE = 2;

const shapes = new WeakMap<LucideIconData, { __html: string }>();

function shapesOf(icon: LucideIconData): { __html: string } {
  const known = shapes.get(icon);
  if (known) return known;
  // The library's own constants: there is nothing in them to escape.
  const made = {
    __html: icon.node
      .map(([tag, { key: _key, ...attributes }]) => {
        const written = Object.entries(attributes).map(([name, value]) => `${name}="${String(value)}"`);
        return `<${[tag, ...written].join(" ")}></${tag}>`;
      })
      .join(""),
  };
  shapes.set(icon, made);
  return made;
}

const isSpoken = (name: string): boolean => name.startsWith("aria-") || name === "role" || name === "title";

/** As the library's: hidden from who listens, unless it is given a role or a name. */
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
    dangerouslySetInnerHTML: shapesOf(icon),
  });
}
