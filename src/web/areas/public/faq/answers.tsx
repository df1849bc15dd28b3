// The questions that match a search, in their groups, with links to the groups.
import { useEffect } from "react";
import { Link } from "react-router";
import { FAQ, faqJsonLd } from "./faq-entries.ts";
import { Questions } from "./questions.tsx";
import { searchFaq } from "./search-faq.ts";
import { JsonLd } from "../../../parts/page/json-ld.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SectionLinks } from "../../../ui/section-links.tsx";

export interface AnswersProps {
  /** Empty for all questions. */
  search: string;
  /** Receives what to announce once the matches are shown. */
  onFound: (announcement: string) => void;
}

export default function Answers({ search, onFound }: AnswersProps) {
  const groups = searchFaq(FAQ, search);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const found = search && `${count || "No"} ${count === 1 ? "result" : "results"} for “${search}”`;
  useEffect(() => onFound(found), [found, onFound]);
  return (
    <>
      <JsonLd data={faqJsonLd(FAQ)} />
      {/* Close to the search, which is above the gap of the page. */}
      <p className="-mt-7 min-h-6 text-sm text-muted-foreground">{found}</p>
      {count === 0 ? (
        <NoAnswer search={search} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-16">
          <div>
            <SectionLinks sections={groups} />
          </div>
          <div className="grid gap-12">
            {groups.map(({ id, title, entries }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className="grid gap-4">
                <h2 id={`${id}-title`} className="text-xl">
                  {title}
                </h2>
                <Questions entries={entries} />
              </section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const NoAnswer = ({ search }: { search: string }) => (
  <EmptyState
    art={<EmptyArt of="search" />}
    title="No answer found"
    text={`Nothing here matches “${search}”. Contact us and we'll reply by email.`}
    actions={
      <>
        <Button asChild>
          <Link to={paths.support()}>Contact Support</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.faq()}>Show all questions</Link>
        </Button>
      </>
    }
  />
);
