// The page that a browser gets while the server is busy. It needs no rendering and reloads itself.
import type { FastifyReply, FastifyRequest } from "fastify";
import { PRODUCT_NAME } from "../../../domain/brand.ts";

/** Whether the request is a browser's navigation rather than an API call. */
export const isForPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && String(headers.accept ?? "").includes("text/html");

const page = (seconds: number): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>Busy | ${PRODUCT_NAME}</title>
<style>
:root { color-scheme: light dark; background: #fdfbf7; color: #0b2730; }
@media (prefers-color-scheme: dark) { :root { background: #07191f; color: #eaf3f1; } }
body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { line-height: 1.2; }
</style>
</head>
<body>
<main>
<h1>We are busy right now</h1>
<p>More people than usual are on ${PRODUCT_NAME}. This page tries again by itself in ${seconds} seconds; nothing you have booked is lost.</p>
</main>
</body>
</html>
`;

export const sendBusyPage = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply
    .code(503)
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(page(seconds));
