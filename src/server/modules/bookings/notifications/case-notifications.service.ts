// Notifies both sides of a case: opened, answered, decided, appealed, closed and due. Admins get an
// email when something waits for them.
import { formatCaseNumber } from "../../../../domain/cases/trip-case.ts";
import type { CaseOutcome } from "../../../../domain/cases/case-states.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import type { CaseKind } from "../../../../domain/tariff/tariff.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { getDetails, type BookingDetailsRow } from "../bookings.repository.ts";
import { nameTrip, toMailFacts, withToday } from "./booking-mail.ts";
import { notify } from "../../notifications/notifications.service.ts";

/** A case, as its emails describe it. */
interface MailedCase {
  id: string;
  number: number;
  booking_id: string;
  kind: CaseKind;
  claimed_cents: number;
  answer_due_at: string;
  decision_due_at: string | null;
  decided_cents: number | null;
  /** How much of the final amount the deposit pays. */
  deposit_cents: number;
  decided_at: string | null;
  appeal_due_at: string | null;
  appealed_by: readonly string[];
  outcome: CaseOutcome | null;
  final_cents: number | null;
}

export type CaseEvent =
  | "opened"
  | "answered"
  | "unanswered"
  | "decided"
  | "appealed"
  | "closed"
  | "answer_due"
  | "appeal_due"
  | "decision_due";

interface Text {
  heading: string;
  paragraphs: string[];
}
type Texts = Partial<Record<"renter" | "host" | "admins", Text>>;

const until = (at: string | null): string => (at === null ? "" : formatDeadline(new Date(at)));

interface Facts {
  row: MailedCase;
  renter: string;
  host: string;
  claimed: string;
  what: string;
}

/** The saved card of a trip that ended long ago is deleted. */
function describeHowPaid(finalCents: number, depositCents: number): string {
  const deposit = depositCents > 0 ? `${formatUsd(depositCents)} comes from your deposit.` : "";
  if (depositCents === finalCents) return deposit;
  const card = `We charge ${deposit ? "the rest to " : ""}the card you booked with. If it's no longer saved, you pay on the case's page.`;
  return deposit ? `${deposit} ${card}` : card;
}

const CLOSED: Record<CaseOutcome, (facts: Facts) => Texts> = {
  accepted: ({ row, renter, claimed, what }) => ({
    renter: {
      heading: `You accepted ${claimed} for ${what}`,
      paragraphs: [
        `${describeHowPaid(row.final_cents ?? 0, row.deposit_cents)} You'll find it on your booking's receipt.`,
      ],
    },
    host: {
      heading: `${renter} accepted your claim of ${claimed}`,
      paragraphs: ["You're paid with your next payout, once the renter has paid."],
    },
  }),
  withdrawn: ({ host, claimed, what }) => ({
    renter: {
      heading: `${host} withdrew the claim of ${claimed}`,
      paragraphs: [`The case about ${what} is closed. You pay nothing.`],
    },
  }),
  decided: ({ row }) => {
    const amount = formatUsd(row.final_cents ?? 0);
    const isNothing = row.final_cents === 0;
    return {
      renter: {
        heading: isNothing
          ? "The case is closed: you pay nothing"
          : `The case is closed: you pay ${amount}`,
        paragraphs: isNothing
          ? ["The decision is final."]
          : [`The decision is final. ${describeHowPaid(row.final_cents ?? 0, row.deposit_cents)}`],
      },
      host: {
        heading: isNothing
          ? "The case is closed: you get nothing"
          : `The case is closed: you get ${amount}`,
        paragraphs: isNothing
          ? ["The decision is final."]
          : ["The decision is final. You're paid with your next payout, once the renter has paid."],
      },
    };
  },
};

const TEXTS: Record<CaseEvent, (facts: Facts) => Texts> = {
  opened: ({ row, host, claimed, what }) => ({
    renter: {
      heading: `${host} claims ${claimed} for ${what}`,
      paragraphs: [
        `Compare the photos, then accept the claim or tell us your side by ${until(row.answer_due_at)}. Nothing is charged unless you accept or a person at Caydrive decides.`,
        "You'll see each other's statements once you've answered, or when the time is up.",
      ],
    },
  }),
  answered: ({ row, renter, claimed, what }) => ({
    host: {
      heading: `${renter} answered your claim`,
      paragraphs: [`Both statements are open now. We decide by ${until(row.decision_due_at)}.`],
    },
    renter: {
      heading: "We have your answer",
      paragraphs: [`Both statements are open now. We decide by ${until(row.decision_due_at)}.`],
    },
    admins: {
      heading: `Decide a case about ${what}: ${claimed}`,
      paragraphs: [`The renter has answered. Decide by ${until(row.decision_due_at)}.`],
    },
  }),
  unanswered: ({ row, host, claimed, what }) => ({
    renter: {
      heading: `${host}'s claim of ${claimed} is being decided`,
      paragraphs: [
        `You didn't answer in time. That doesn't mean you agree: a person at Caydrive decides by ${until(row.decision_due_at)}. You can still accept until then.`,
      ],
    },
    host: {
      heading: "Your claim is being decided",
      paragraphs: [`The renter didn't answer. We decide by ${until(row.decision_due_at)}.`],
    },
    admins: {
      heading: `Decide a case about ${what}: ${claimed}`,
      paragraphs: [`The renter has not answered. Decide by ${until(row.decision_due_at)}.`],
    },
  }),
  decided: ({ row, claimed }) => {
    const text: Text = {
      heading: `We decided: ${formatUsd(row.decided_cents ?? 0)} of ${claimed}`,
      paragraphs: [
        `Read the reasons, and see the photos behind them. Each side can appeal once, by ${until(row.appeal_due_at)}. Nothing is charged before then.`,
      ],
    };
    return { renter: text, host: text };
  },
  appealed: ({ row, claimed, what }) => {
    const text: Text = {
      heading: "The decision was appealed",
      paragraphs: [
        `We'll look at everything again and decide by ${until(row.decision_due_at)}. Nothing is charged before then.`,
      ],
    };
    return {
      renter: text,
      host: text,
      admins: {
        heading: `Decide an appeal about ${what}: ${claimed}`,
        paragraphs: [
          `Decide by ${until(row.decision_due_at)}. If you decided before, another admin decides, unless there's none.`,
        ],
      },
    };
  },
  closed: (facts) => (facts.row.outcome ? CLOSED[facts.row.outcome](facts) : {}),
  answer_due: ({ row, host, claimed }) => ({
    renter: {
      heading: `Answer ${host}'s claim of ${claimed} by ${until(row.answer_due_at)}`,
      paragraphs: ["After that, a person at Caydrive decides without your answer."],
    },
  }),
  appeal_due: ({ row }) => {
    const text: Text = {
      heading: `You can appeal until ${until(row.appeal_due_at)}`,
      paragraphs: ["After that, the decision is final. If you agree, there's nothing to do."],
    };
    return {
      ...(row.appealed_by.includes("renter") ? {} : { renter: text }),
      ...(row.appealed_by.includes("host") ? {} : { host: text }),
    };
  },
  decision_due: ({ row, claimed, what }) => ({
    admins: {
      heading: `A case about ${what} is due: ${claimed}`,
      paragraphs: [`It has to be decided by ${until(row.decision_due_at)}.`],
    },
  }),
};

/** What also alerts the person on the phone. */
const ALERTED: ReadonlySet<CaseEvent> = new Set(["opened", "decided", "answer_due", "appeal_due"]);

const CASE_PATHS = {
  renter: (bookingId: string, id: string) => `/bookings/${bookingId}/cases/${id}` as const,
  host: (bookingId: string, id: string) => `/host/bookings/${bookingId}/cases/${id}` as const,
  admin: (bookingId: string, id: string) => `/admin/cases/${bookingId}/${id}` as const,
} as const;

const toFacts = (row: MailedCase, booking: BookingDetailsRow): Facts => ({
  row,
  renter: booking.renter_first_name,
  host: booking.host_first_name,
  claimed: formatUsd(row.claimed_cents),
  what: CHARGE_NAMES[row.kind].toLowerCase(),
});

/** Call it in the transaction of the event. */
export async function notifyOfCase(
  ctx: NotifyCtx,
  row: MailedCase,
  event: CaseEvent,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, row.booking_id));
  const texts = TEXTS[event](toFacts(row, booking));
  const number = formatCaseNumber(row.number);
  const toMail = ({ heading, paragraphs }: Text) => ({
    subject: `${heading}: ${number}`,
    preview: paragraphs[0] ?? heading,
    heading,
    paragraphs,
  });
  // A second decision or appeal is another event.
  const round = `${event}:${row.decided_at ?? ""}:${row.appealed_by.length}`;
  for (const side of ["renter", "host"] as const) {
    const text = texts[side];
    if (!text) continue;
    const path = CASE_PATHS[side](row.booking_id, row.id);
    await notify(ctx, {
      to: booking[`${side}_id`],
      kind: "booking",
      key: `trip_case:${row.id}:${round}`,
      about: nameTrip(booking),
      path,
      always: true,
      alert: ALERTED.has(event) ? { kind: "case", body: nameTrip(booking) } : undefined,
      mail: {
        ...toMail(text),
        facts: [["Case", number], ...toMailFacts(booking, side)],
        action: { label: "View the case", url: ctx.publicUrl() + path },
      },
    });
  }
  if (texts.admins)
    await mailAdmins(ctx, "decide_bookings", {
      ...toMail(texts.admins),
      action: {
        label: "View the case",
        url: ctx.publicUrl() + CASE_PATHS.admin(row.booking_id, row.id),
      },
    });
}
