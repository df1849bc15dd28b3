// Derives the plain text of an email from the same components as its HTML.
import { isValidElement, type ReactNode } from "react";
import { HtmlOnly } from "./mail-parts.ts";

const BLOCKS = new Set(["h1", "p", "table"]);

interface Props {
  children?: ReactNode;
  href?: string;
}

/**
 * Blocks are separated by an empty line. A link is its label, followed by its URL on its own line.
 */
export const renderText = (node: ReactNode): string =>
  written(node)
    .replace(/\n{3,}/g, "\n\n")
    .trim();

function written(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(written).join("");
  if (!isValidElement<Props>(node)) return "";
  const { type, props } = node;
  if (type === HtmlOnly) return "";
  // The components of mail-parts.ts are plain functions without hooks.
  if (typeof type === "function") return written((type as (props: Props) => ReactNode)(props));
  if (type === "br") return "\n";
  if (type === "tr") return `${renderCells(props.children).join(": ")}\n`;
  const inner = written(props.children);
  if (type === "a") return `${inner}:\n${props.href}`;
  return BLOCKS.has(String(type)) ? `\n\n${inner}\n\n` : inner;
}

const renderCells = (cells: ReactNode): string[] =>
  (Array.isArray(cells) ? cells : [cells]).map(written);
