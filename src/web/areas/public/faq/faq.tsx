// The FAQ page: search as you type, and a URL for each question. Without JavaScript the search is a
// plain GET form.
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { AnswersProps } from "./answers.tsx";
import { FollowQuestions } from "./follow-questions.tsx";
import { publicMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { staticPart } from "../../../ui/static-part.tsx";
import type { Route } from "./+types/faq";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "FAQ",
    description:
      "Who can rent, what it costs, when your card is charged, how to cancel and how hosts get paid.",
    path: paths.faq(),
  });

const loadAnswers = () => import("./answers.tsx");
const Answers = staticPart<AnswersProps>(loadAnswers);

export default function FaqPage() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [announcement, setAnnouncement] = useState("");
  const search = parameters.get("search")?.trim() ?? "";
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
            // Loads the questions before the typing pauses.
            onFocus={() => void loadAnswers().catch(() => undefined)}
            className="sm:!w-96"
          />
        </form>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </header>
      <FollowQuestions>
        <Answers key={search} search={search} onFound={setAnnouncement} />
      </FollowQuestions>
    </div>
  );
}
