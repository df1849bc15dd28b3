// What a new host still has to do, with a link to each step. Renders nothing once all is done.
import { Link } from "react-router";
import { DOCUMENT_KINDS, DOCUMENT_NAMES } from "../../../../domain/listing/car-documents.ts";
import type {
  ChecklistItem,
  HostStep,
  StepState,
} from "../../../../domain/person/host-checklist.ts";
import { formatList } from "../../../../domain/text/format.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";

interface StepText {
  title: string;
  to: string;
  /** Why, or what happens next. */
  todo: string;
  waiting?: string;
  refused?: string;
}

const STEPS: Record<HostStep, StepText> = {
  phone: {
    title: "Verify your phone number",
    to: paths.profile("verification"),
    todo: "Renters call it on the day of pickup. We'll text you a code.",
  },
  identity: {
    title: "Verify your identity",
    to: paths.profile("verification"),
    todo: "Send us photos of your driving licence and a government ID.",
    waiting: "We're checking your documents and will email you.",
    refused: "We couldn't verify your documents. See why, and send them again.",
  },
  payout: {
    title: "Add your bank details",
    to: paths.hostSettings("payouts"),
    todo: "We pay what you earn into this account every week.",
  },
  car: {
    title: "List your first car",
    to: paths.hostNewListing(),
    todo: "All you need is a few photos, a place and a price.",
    waiting: "We're reviewing your listing and will email you.",
    refused: "Your listing needs a change. See why, and send it again.",
  },
  documents: {
    title: "Add the car's documents",
    to: paths.hostSettings("documents"),
    todo: `${capitalised(formatList(DOCUMENT_KINDS.map((kind) => DOCUMENT_NAMES[kind])))}.`,
  },
};

const BADGES: Partial<Record<StepState, { label: string; variant: BadgeVariant }>> = {
  waiting: { label: "In review", variant: "sun" },
  refused: { label: "Needs a change", variant: "destructive" },
  done: { label: "Done", variant: "palm" },
};

export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const done = items.filter(({ state }) => state === "done").length;
  if (done === items.length) return null;
  return (
    <Panel as="section" aria-labelledby="checklist">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="checklist" className="text-xl">
          Get ready to host
        </h2>
        <p className="text-sm text-muted-foreground tabular-nums">
          {done} of {items.length} done
        </p>
      </div>
      <ol className="divide-y divide-border">
        {items.map((item) => (
          <Step key={item.step} {...item} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, state }: ChecklistItem) {
  const { title, to, todo, waiting, refused } = STEPS[step];
  const badge = BADGES[state];
  const text =
    state === "later"
      ? "Once you've listed a car."
      : state === "waiting"
        ? waiting
        : state === "refused"
          ? refused
          : state === "todo"
            ? todo
            : undefined;
  const isLink = state === "todo" || state === "refused" || state === "waiting";
  // A listing that was sent is on the list of cars.
  const target = step === "car" && state !== "todo" ? paths.hostListings() : to;
  return (
    <li className="relative flex items-center gap-[.85rem] px-1 py-3">
      <Icon
        name={state === "done" ? "circle-check" : state === "waiting" ? "clock" : "circle-plus"}
        className={cx(
          "flex-none",
          state === "done"
            ? "text-tint-palm-foreground"
            : state === "later"
              ? "text-muted-foreground"
              : "text-link",
        )}
      />
      <div className="min-w-0 flex-1">
        {isLink ? (
          <Link
            to={target}
            className="font-medium after:absolute after:inset-0 hover:text-link hover:underline"
          >
            {title}
          </Link>
        ) : (
          <p className={cx("font-medium", state === "done" && "text-muted-foreground")}>{title}</p>
        )}
        {text && <p className="text-sm text-muted-foreground">{text}</p>}
      </div>
      {badge && <Badge variant={badge.variant}>{badge.label}</Badge>}
      {isLink && !badge && (
        <Icon name="chevron-right" size={16} className="text-muted-foreground" />
      )}
    </li>
  );
}
