// A page of plain text: one column of readable width, with headings.
import type { ReactNode } from "react";

export interface TextPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** Children are TextSections. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className="page-wrap pt-10 pb-20 md:pt-16">
      <article className="grid max-w-[42rem] gap-10">
        <header className="grid gap-3">
          <h1 className="text-3xl leading-[1.1] tracking-display">{title}</h1>
          <p className="text-lg text-muted-foreground">{lead}</p>
        </header>
        {children}
      </article>
    </div>
  );
}

export function TextSection({
  title,
  id,
  children,
}: {
  title: string;
  /** For links to the section. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className="scroll-mt-(--header) grid gap-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-muted-foreground"
    >
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
