// What an empty list shows: an image, the reason and the next step.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface EmptyStateProps {
  /** A decorative image. */
  art?: ReactNode;
  title: string;
  /** The heading level; 1 if the empty state is the whole page. */
  level?: 1 | 2 | 3;
  /** A short text above the title, such as "404". */
  kicker?: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Between the text and the actions. */
  children?: ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  const { art, title, level = 2, kicker, text, actions, children } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-16 text-center">
      {art && <div className="mb-2 w-60 max-w-full">{art}</div>}
      {kicker && <p className="font-bold text-link">{kicker}</p>}
      <Heading className={cx(level === 1 ? "text-3xl leading-[1.1]" : "text-xl")}>{title}</Heading>
      {text && <p className="max-w-[26rem] text-muted-foreground">{text}</p>}
      {children}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
