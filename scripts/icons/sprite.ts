// The sprite of the icons in use, drawn from lucide's shapes.
import { join } from "node:path";
import { icons } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ICON_NAMES, type IconName } from "../../src/web/ui/icon-names.ts";

export const SPRITE = join(import.meta.dirname, "../../src/web/assets/icons.svg");

/** @throws Error for a name that lucide does not have */
function renderSymbol(name: IconName): string {
  const component = name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  const icon = Object.entries(icons).find(([each]) => each === component)?.[1];
  if (!icon) throw new Error(`lucide has no icon named ${name}.`);
  const svg = renderToStaticMarkup(createElement(icon));
  const shapes = svg.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/><\/\w+>/g, "/>");
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>\n`;
}

export const renderSprite = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${ICON_NAMES.map(renderSymbol).join("")}</svg>\n`;
