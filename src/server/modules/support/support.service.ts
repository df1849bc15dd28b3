// Support: a submitted form opens a case, and admins search, assign and answer cases. The messages
// of both sides are a conversation of the messaging module (docs/decisions/0021).
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type {
  changeSupportCase,
  sendSupportMessage,
  SupportCase,
} from "../../../contract/people/support.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { CASE_VERBS, caseName } from "../../../domain/message/support.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type MailCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { addressKey, countAttempt, type LimitCtx } from "../../platform/http/rate-limit.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { saveCase } from "../messaging/cases.service.ts";
import { beginCase, writeAnswer } from "../messaging/messaging.service.ts";
import { answerMail, operatorMail, receivedMail } from "./support.mails.ts";
import {
  countCases,
  findAdmins,
  findCase,
  findCases,
  findNumbers,
  findOwnBookingNumber,
  type CaseListFilter,
  type CaseRow,
} from "./support.repository.ts";

/** Each message sends an email. A whole hotel may share one address. */
const PER_SENDER = { attempts: 5, seconds: 3600 };
const PER_ADDRESS = { attempts: 30, seconds: 3600 };
/**
 * Per email address, from any sender. Messages beyond it are stored, but nobody can fill a
 * stranger's inbox with case numbers.
 */
const CONFIRMATIONS = { attempts: 5, seconds: 86_400 };

/**
 * @param ip of the client
 * @throws DomainError rate_limited; not_found for somebody else's booking
 */
export async function writeToSupport(
  ctx: Ctx,
  user: User | undefined,
  ip: string,
  { name, email, category = null, message, booking_id }: Input<typeof sendSupportMessage>["body"],
): Promise<{ received: true; case_number: string; conversation_id: string | null }> {
  await countAttempt(ctx, `support:pair:${addressKey(ip)}:${email}`, PER_SENDER);
  await countAttempt(ctx, `support:address:${addressKey(ip)}`, PER_ADDRESS);
  const booking = booking_id ? await getOwnBooking(ctx, user, booking_id) : null;
  const confirms = await mayConfirm(ctx, email);
  return inTransaction(ctx, async (tx) => {
    const form = { name, email, category, message };
    const { id, number, renter_id } = await beginCase(tx, user?.id ?? null, {
      ...form,
      booking_id: booking?.id ?? null,
    });
    const case_number = caseName(number);
    const written = { id, number: case_number, booking: booking?.number ?? null, ...form };
    await queueMail(tx, {
      to: tx.config.contacts.email.text,
      ...operatorMail(written, tx.publicUrl()),
    });
    const url = renter_id === null ? undefined : caseUrl(tx, id);
    if (confirms) await queueMail(tx, { to: email, ...receivedMail(written, url) });
    return { received: true, case_number, conversation_id: renter_id === null ? null : id };
  });
}

async function getOwnBooking(ctx: DbCtx, user: User | undefined, id: string) {
  const number = user && (await findOwnBookingNumber(ctx.db, user.id, id));
  if (number === undefined) throw new DomainError("not_found", { what: "booking" });
  return { id, number: formatBookingNumber(number) };
}

async function mayConfirm(ctx: LimitCtx, email: string): Promise<boolean> {
  try {
    await countAttempt(ctx, `support:confirmation:${email}`, CONFIRMATIONS);
    return true;
  } catch (error) {
    if (isDomainError(error, "rate_limited")) return false;
    throw error;
  }
}

const caseUrl = (ctx: Pick<Ctx, "publicUrl">, id: string): string =>
  `${ctx.publicUrl()}/messages?c=${id}`;

export interface CasesQuery {
  filter?: CaseListFilter | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit?: number;
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listCases(
  ctx: DbCtx,
  admin: User,
  { filter = "all", search, cursor, limit = ADMIN_PAGE }: CasesQuery,
) {
  const rows = await findCases(
    ctx.db,
    { filter, search: search || undefined, admin: admin.id },
    { after: readTimeCursor(cursor), limit: limit + 1 },
  );
  const { shown, next_cursor } = toPage(rows, limit);
  return { cases: shown.map(presentCase), next_cursor };
}

export const countOpenCases = (ctx: DbCtx, admin: User) => countCases(ctx.db, admin.id);

const presentCase = (row: CaseRow): SupportCase => ({
  id: row.id,
  number: caseName(row.number),
  origin: row.origin,
  account_id: row.account_id,
  name: row.name,
  email: row.email,
  category: row.category,
  booking:
    row.booking_id === null || row.booking_number === null
      ? null
      : { id: row.booking_id, number: formatBookingNumber(row.booking_number) },
  state: row.state,
  assignee:
    row.assignee_id === null
      ? null
      : {
          id: row.assignee_id,
          first_name: row.assignee_first_name ?? "",
          last_name: row.assignee_last_name ?? "",
        },
  version: row.version,
  unread: row.unread,
  last_message: {
    body: row.last_body,
    by_support: row.last_side === "support",
    created_at: row.last_created_at,
  },
  created_at: row.created_at,
});

async function getCase(ctx: DbCtx, id: string): Promise<CaseRow> {
  const row = await findCase(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "case" });
  return row;
}

/** @throws DomainError not_found */
export async function readCase(ctx: DbCtx, id: string) {
  const [row, admins] = await Promise.all([getCase(ctx, id), findAdmins(ctx.db)]);
  return { ...presentCase(row), admins };
}

type Change = Input<typeof changeSupportCase>["body"];

/**
 * Refuses the second of two concurrent changes.
 * @throws DomainError not_found, case_changed, assignee_not_admin
 */
export const changeCase = (
  ctx: TransactionCtx,
  admin: User,
  id: string,
  { version, ...change }: Change,
): Promise<SupportCase> =>
  inTransaction(ctx, async (tx) => {
    const before = await getCase(tx, id);
    const { state = before.state, assignee_id = before.assignee_id } = change;
    if (assignee_id !== before.assignee_id && assignee_id !== null)
      if (!(await findAdmins(tx.db)).some((each) => each.id === assignee_id))
        throw new DomainError("assignee_not_admin");
    await saveCase(tx, id, version, { state, assignee_id });
    if (assignee_id !== before.assignee_id)
      await record(
        tx,
        admin,
        id,
        "assign",
        { assignee: before.assignee_id },
        { assignee: assignee_id },
      );
    if (state !== before.state)
      await record(tx, admin, id, CASE_VERBS[state], { state: before.state }, { state });
    await publishCase(tx, before);
    return presentCase(await getCase(tx, id));
  });

/**
 * Answers the version of the case that the admin saw. Sending the same reply again returns the
 * stored one.
 * @throws DomainError not_found, case_changed, message_empty, message_too_long, message_id_taken
 */
export async function answerCase(
  ctx: MailCtx,
  admin: User,
  id: string,
  { version, ...message }: { id: string; body: string; version: number },
): Promise<SupportCase> {
  return inTransaction(ctx, async (tx) => {
    const before = await getCase(tx, id);
    const { isNews, body, mailIfUnread } = await writeAnswer(tx, admin, id, message);
    if (isNews) {
      const change = {
        state: "waiting" as const,
        assignee_id: before.assignee_id ?? admin.id,
        written_at: tx.clock.now().toISOString(),
      };
      await saveCase(tx, id, version, change);
      await record(tx, admin, id, "answer");
      if (before.origin === "form") await mailAnswer(tx, before, body);
      else await mailIfUnread();
    }
    return presentCase(await getCase(tx, id));
  });
}

function mailAnswer(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  { id, number, email, account_id }: CaseRow,
  body: string,
): Promise<void> {
  const url = account_id === null ? undefined : caseUrl(ctx, id);
  return queueMail(ctx, { to: email, ...answerMail({ id, number: caseName(number), body }, url) });
}

/** Notifies the person too, since their page shows whether the case is closed. */
async function publishCase(ctx: DbCtx, { id, account_id }: CaseRow): Promise<void> {
  await publishLive(ctx, "admins", "support", id);
  if (account_id !== null) await publishLive(ctx, personalTopic(account_id), "messages", id);
}

const record = (
  ctx: DataCtx,
  admin: User,
  id: string,
  verb: "answer" | "assign" | (typeof CASE_VERBS)[keyof typeof CASE_VERBS],
  before: object | null = null,
  after: object | null = null,
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: `support.${verb}`,
    subjectType: "support_case",
    subjectId: id,
    before,
    after,
  });

/** The names of cases in the audit log, by id. */
export async function caseLabels(ctx: DbCtx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await findNumbers(ctx.db, ids);
  return new Map(rows.map(({ id, number, name }) => [id, `${caseName(number)}, ${name}`]));
}
