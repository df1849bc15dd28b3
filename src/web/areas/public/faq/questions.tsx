// Questions that open one at a time. They use the browser's details element, so they work without
// JavaScript, by keyboard, and through a link to one of them.
import { Link } from "react-router";
import type { FaqEntry } from "./faq-entry.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The shared name lets only one question of a page be open, across its groups. */
const ONE_AT_A_TIME = "question";

/** FollowQuestions around them keeps the address up to date. */
export function Questions({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <div className="divide-y divide-border overflow-hidden rounded-lg bg-surface shadow-panel">
      {entries.map((entry) => (
        <Question key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

const Question = ({ entry: { id, question, answer, link } }: { entry: FaqEntry }) => (
  <details name={ONE_AT_A_TIME} className="group">
    <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-4 font-medium hover:bg-surface-2 focus-visible:-outline-offset-2 md:px-6 [&::-webkit-details-marker]:hidden">
      {question}
      <Icon
        name="chevron-down"
        className="flex-none text-muted-foreground transition-[rotate] duration-(--fast) group-open:rotate-180"
      />
    </summary>
    {/* Links target the inner element: browsers open the details around it. */}
    <div
      id={id}
      className="grid max-w-[42rem] scroll-mt-40 gap-3 px-5 pb-5 text-muted-foreground md:px-6"
    >
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link && (
        <Link to={link.to} className="link justify-self-start">
          {link.label}
        </Link>
      )}
    </div>
  </details>
);
