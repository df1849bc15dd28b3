// The FAQ page: search as you type, and a URL for each question. Without JavaScript the search is a
// plain GET form.
import { Link, useNavigate, useSearchParams } from "react-router";
import { FAQ, faqJsonLd } from "./faq-entries.ts";
import { Questions } from "./questions.tsx";
import { searchFaq } from "./search-faq.ts";
import { publicMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { useEarlyPress } from "../../../ui/early-press.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { SectionLinks } from "../../../ui/section-links.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import type { Route } from "./+types/faq";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...publicMeta(matches, {
    title: "FAQ",
    description:
      "Who can rent, what it costs, when your card is charged, how to cancel and how hosts get paid.",
    path: paths.faq(),
  }),
  { "script:ld+json": faqJsonLd(FAQ) },
];

export default function FaqPage() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const search = parameters.get("search")?.trim() ?? "";
  const groups = searchFaq(FAQ, search);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const show = (requested: string) =>
    void navigate(
      { search: requested && `?${new URLSearchParams({ search: requested })}` },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="page-wrap grid gap-10 pt-10 pb-20 md:pt-16">
      <header className="grid gap-3">
        <h1 className="text-3xl leading-[1.1] tracking-display">Questions and answers</h1>
        <p className="max-w-[36rem] text-lg text-muted-foreground">
          Quick answers about renting, hosting, payments and safety. Can&rsquo;t find yours?{" "}
          <Link to={paths.support()} className="link">
            Contact us
          </Link>
          .
        </p>
        <form
          method="get"
          action={paths.faq()}
          className="mt-4"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchBox
            label="Search questions and answers"
            name="search"
            placeholder="Cancel, insurance, payout..."
            search={search}
            onSearch={show}
            className="sm:!w-96"
          />
        </form>
        <p role="status" className="min-h-6 text-sm text-muted-foreground">
          {search && `${count || "No"} ${count === 1 ? "result" : "results"} for “${search}”`}
        </p>
      </header>
      {count === 0 ? (
        <NoAnswer search={search} onShowAll={() => show("")} />
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
    </div>
  );
}

const NoAnswer = ({ search, onShowAll }: { search: string; onShowAll: () => void }) => (
  <EmptyState
    art={<EmptyArt of="search" />}
    title="No answer found"
    text={`Nothing here matches “${search}”. Contact us and we'll reply by email.`}
    actions={
      <>
        <Button asChild>
          <Link to={paths.support()}>Contact Support</Link>
        </Button>
        <Button variant="outline" {...useEarlyPress(onShowAll)}>
          Show all questions
        </Button>
      </>
    }
  />
);
