// Links to the sections of a long page, beside it if there is room.
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

export interface SectionLink {
  /** The id of the target element. */
  id: string;
  title: string;
  /** The section needs the user's attention. */
  needsAttention?: boolean;
}

export function SectionLinks({ sections }: { sections: readonly SectionLink[] }) {
  return (
    <nav aria-label="Sections" className="sticky top-8 grid gap-0.5 text-sm max-lg:hidden">
      {sections.map(({ id, title, needsAttention }) => (
        <a
          key={id}
          href={`#${id}`}
          className={cx(
            "flex items-center justify-between gap-2 border-l-2 border-border px-3 py-2 font-medium hover:border-primary hover:text-foreground",
            needsAttention ? "text-destructive-text" : "text-muted-foreground",
          )}
        >
          {title}
          {needsAttention && (
            <Icon
              name="circle-exclamation-point"
              aria-label="needs attention"
              role="img"
              size={16}
            />
          )}
        </a>
      ))}
    </nav>
  );
}
