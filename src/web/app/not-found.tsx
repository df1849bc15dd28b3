// The page for unknown paths: a 404 in the public layout.
import { data } from "react-router";
import NotFoundPage from "./not-found-page.tsx";
import { pageMeta } from "../parts/page/page-meta.ts";

export const loader = () => data(null, { status: 404 });

export const meta = () => [...pageMeta("Page not found"), { name: "robots", content: "noindex" }];

export default function NotFound() {
  return <NotFoundPage />;
}
