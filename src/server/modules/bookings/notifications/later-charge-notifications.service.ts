// Notifies both sides of the charges after a booking: announced with their arithmetic, paid,
// declined, contested or waived.
import type { DeclineReason } from "../../../../domain/money/later/later-charge.ts";
import type { AgreedReading } from "../../../../domain/tariff/usage-charges.ts";
import {
  formatCount,
  formatDeadline,
  formatInstant,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { FUEL_EIGHTHS } from "../../../../domain/trip/entry.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { readMailedLaterDocuments } from "../../vat/vat-document-reads.service.ts";
import { toVatFact } from "./vat-facts.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  nameTrip,
  PATHS,
  toMailFacts,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";

/** A charge, as its emails describe it. */
interface MailedCharge {
  id: string;
  kind: keyof typeof CHARGE_NAMES;
  explanation: string;
  amount_cents: number;
  host_share_cents: number;
  due_at: string;
  declined: DeclineReason | null;
  card_last4: string | null;
  contest_words: string | null;
  /** Why an admin waived it. */
  waive_reason: string | null;
}

type Side = "renter" | "host";
type Readings = Readonly<Record<"pickup" | "return", AgreedReading | null>>;

export interface LaterChargeNews {
  event: "announced" | "paid" | "declined" | "contested" | "waived";
  /** One, or all that are announced together. */
  charges: readonly MailedCharge[];
  /** Only for an announcement. */
  readings?: Readings;
  /** When the car was due, and when it came back. Only for an announcement. */
  times?: Record<"dueAt" | "returnedAt", Date>;
}

interface Text {
  heading: string;
  paragraphs: string[];
  label: string;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);
const total = (charges: readonly MailedCharge[]): string =>
  formatUsd(sum(charges.map(({ amount_cents }) => amount_cents)));
const toHost = (charges: readonly MailedCharge[]): string =>
  formatUsd(sum(charges.map(({ host_share_cents }) => host_share_cents)));
const sayCard = ({ card_last4 }: MailedCharge): string =>
  card_last4 === null ? "your card" : `your card ending in ${card_last4}`;

const formatReading = ({ miles, level }: AgreedReading): string =>
  `${formatCount(miles)} miles, ${level.unit === "percent" ? `${level.value}% charged` : `${level.value}/${FUEL_EIGHTHS} of a tank`}`;

/** "Due December 8, 10:00 AM, back December 8, 2:00 PM." */
const sayTimes = ({ dueAt, returnedAt }: NonNullable<LaterChargeNews["times"]>): string =>
  `Due ${formatInstant(dueAt)}, back ${formatInstant(returnedAt)}.`;

/** What the announced charges follow from. */
const sayOrigin = ({ charges, readings, times }: LaterChargeNews): string[] => {
  const isLate = charges.some(({ kind }) => kind === "late_return");
  const isRead = charges.some(({ kind }) => kind !== "late_return");
  return [
    ...(isLate && times ? [sayTimes(times)] : []),
    ...(isRead && readings ? sayReadings(readings) : []),
  ];
};

const sayReadings = ({ pickup, return: back }: Readings): string[] =>
  pickup && back
    ? [
        `You both confirmed these readings. Pickup: ${formatReading(pickup)}. Return: ${formatReading(back)}.`,
      ]
    : [];

const listCharges = (charges: readonly MailedCharge[]): string[] =>
  charges.map(
    ({ kind, explanation, amount_cents }) =>
      `${CHARGE_NAMES[kind]}, ${formatUsd(amount_cents)}: ${explanation}.`,
  );

type Texts = Partial<Record<Side, Text>>;
/** What the texts of an event say. */
interface TextFacts {
  charges: readonly MailedCharge[];
  /** The first charge, which is the only one except in an announcement. */
  first: MailedCharge;
  items: string[];
  origin: string[];
  booking: MailedBooking;
}

const WHY_DECLINED: Record<DeclineReason, string> = {
  declined: "Your card was declined.",
  needs_authentication: "Your bank wants you to confirm this payment.",
  no_card: "Your card is no longer saved.",
};

/** The texts of each event, by side. */
const TEXTS: Record<LaterChargeNews["event"], (facts: TextFacts) => Texts> = {
  announced({ charges, first, items, origin, booking }) {
    const { renter_first_name: renter, today } = booking;
    const due = formatDeadline(new Date(first.due_at), today);
    const label = "View the charges";
    return {
      renter: {
        heading: `Your trip has ${total(charges)} in extra charges`,
        paragraphs: [
          ...origin,
          ...items,
          `We'll charge the card you booked with on ${due}. You can pay sooner, or contest a charge, on the trip's page.`,
        ],
        label,
      },
      host: {
        heading: `${renter}'s trip has ${total(charges)} in extra charges`,
        paragraphs: [
          ...origin,
          ...items,
          `You earn ${toHost(charges)} once ${renter} has paid. We'll charge the card on ${due}. Want to let it go? You can waive a charge on the trip's page.`,
        ],
        label,
      },
    };
  },
  paid: ({ charges, first, items, booking: { renter_first_name: renter } }) => ({
    renter: {
      heading: `You paid ${total(charges)}`,
      paragraphs: [...items, `We charged ${sayCard(first)}. It's on your booking's receipt.`],
      label: "View trip",
    },
    host: {
      heading: `${renter} paid ${total(charges)}`,
      paragraphs: [...items, `You earn ${toHost(charges)}, with your next payout.`],
      label: "View trip",
    },
  }),
  declined: ({ charges, first, items }) => ({
    renter: {
      heading: `We couldn't charge ${total(charges)}`,
      paragraphs: [
        ...items,
        WHY_DECLINED[first.declined ?? "declined"],
        "Please pay on the trip's page, with any card. You can't book another car until it's paid.",
      ],
      label: "View the charge",
    },
  }),
  contested: ({ first, items, booking: { renter_first_name: renter } }) => ({
    host: {
      heading: `${renter} contests a charge`,
      paragraphs: [
        ...items,
        `${renter} writes: “${first.contest_words ?? ""}”`,
        "We won't charge it. If you agree, waive it on the trip's page. If you don't, reply to this email and tell us why.",
      ],
      label: "View the charge",
    },
  }),
  waived: ({ first, items, booking: { host_first_name: host } }) => {
    const charge = `the ${CHARGE_NAMES[first.kind].toLowerCase()} charge`;
    if (first.waive_reason === null)
      return {
        renter: {
          heading: `${host} waived ${charge}`,
          paragraphs: [...items, "You don't have to pay it."],
          label: "View trip",
        },
      };
    const text = (what: string): Text => ({
      heading: `We waived ${charge}`,
      paragraphs: [...items, `Reason: ${first.waive_reason}`, what],
      label: "View trip",
    });
    return {
      renter: text("You don't have to pay it."),
      host: text("The renter doesn't have to pay it, so it earns you nothing."),
    };
  },
};

function describe(news: LaterChargeNews, booking: MailedBooking): Texts {
  const { event, charges } = news;
  const [first] = charges;
  if (!first) throw new RangeError("no charges");
  return TEXTS[event]({
    charges,
    first,
    items: listCharges(charges),
    origin: sayOrigin(news),
    booking,
  });
}

const describeForAdmins = (
  charges: readonly MailedCharge[],
  { renter_first_name: renter }: MailedBooking,
): string[] => [
  ...listCharges(charges),
  `${renter} writes: “${charges[0]?.contest_words ?? ""}”`,
  "We don't charge the card for a contested charge. Please hear both sides. You can waive the charge, with a reason, on the booking's page, which closes it.",
];

/** The tax invoice of a paid charge, if there is one. */
async function readVatFacts(
  ctx: NotifyCtx,
  bookingId: string,
  { event, charges }: LaterChargeNews,
): Promise<(readonly [string, string])[]> {
  const [charge] = charges;
  if (event !== "paid" || !charge) return [];
  const of = { bookingId, chargeId: charge.id, refundId: null };
  return (await readMailedLaterDocuments(ctx, of)).map(toVatFact);
}

/** Call it in the transaction of the event. */
export async function notifyOfCharges(
  ctx: NotifyCtx,
  bookingId: string,
  news: LaterChargeNews,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const texts = describe(news, booking);
  const vat = await readVatFacts(ctx, bookingId, news);
  const toMail = ({ heading, paragraphs }: Text, side: Side): Omit<MailContent, "action"> => ({
    subject: `${heading}: ${nameTrip(booking)}`,
    preview: paragraphs[0] ?? heading,
    heading,
    paragraphs,
    facts: [...toMailFacts(booking, side), ...(side === "renter" ? vat : [])],
  });
  for (const side of ["renter", "host"] as const) {
    const text = texts[side];
    if (!text) continue;
    const path = TRIP_PATHS[side](bookingId);
    await notify(ctx, {
      to: booking[`${side}_id`],
      kind: "booking",
      key: `later_charge:${news.charges[0]?.id}:${news.event}`,
      about: nameTrip(booking),
      path,
      always: true,
      mail: { ...toMail(text, side), action: { label: text.label, url: ctx.publicUrl() + path } },
    });
  }
  if (news.event === "contested" && texts.host)
    await mailAdmins(ctx, "read_money", {
      ...toMail({ ...texts.host, paragraphs: describeForAdmins(news.charges, booking) }, "host"),
      action: { label: "View booking", url: ctx.publicUrl() + PATHS.admin(bookingId) },
    });
}
