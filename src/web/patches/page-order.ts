// Orders a rendered page to paint soonest: stylesheets first, and no module until our own script
// asks for it. React puts hoisted links first, and React Router has no setting for either.
import type { RenderedPage } from "../../contract/page-contexts.ts";
import { MODULES_ID, startScript } from "../app/start.ts";

const STYLESHEET = /<link [^>]*rel="stylesheet"[^>]*>/g;
/** How React Router's <Links> and <Scripts> preload a module. */
const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;
/** How React Router's <Scripts> runs the modules. */
const MODULE_SCRIPT = /<script[^>]* type="module"[^>]*>.*?<\/script>/s;

/** Puts the stylesheets first. "<" is escaped in text and attributes, so only elements match. */
function arrangeHead(head: string): string {
  const styles = head.match(STYLESHEET) ?? [];
  const rest = styles.reduce((remaining, style) => remaining.replace(style, ""), head);
  return rest.replace("<head>", () => `<head>${styles.join("")}`);
}

/** Arranges the head, and moves the modules into a template that the script of app/start.ts opens.
 *  @param nonce of the inline scripts, in development undefined */
export function arrangePage(page: RenderedPage, nonce: string | undefined): RenderedPage {
  const preloads = page.head.match(MODULE_PRELOAD) ?? [];
  const head = arrangeHead(page.head.replaceAll(MODULE_PRELOAD, ""));
  const low = preloads.map((link) => link.replace("<link ", '<link fetchpriority="low" '));
  const starter = `<script${nonce ? ` nonce="${nonce}"` : ""}>${startScript()}</script>`;
  const scripts = page.scripts.replace(
    MODULE_SCRIPT,
    (modules) => `<template id="${MODULES_ID}">${low.join("")}${modules}</template>${starter}`,
  );
  return { ...page, head, scripts };
}
