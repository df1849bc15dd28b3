// Where the links in mails lead.
import { ConfirmLink } from "./confirm-link.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => [...pageMeta("Confirm your link"), { name: "robots", content: "noindex" }];

export default function AuthConfirmPage() {
  return <ConfirmLink />;
}
