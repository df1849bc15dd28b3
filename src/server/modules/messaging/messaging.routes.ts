// Conversations over HTTP, and the jobs that notify people of unread messages.
import * as contract from "../../../contract/people/messaging.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import {
  countOwnUnreadMessages,
  listConversations,
  listMessages,
  openConversation,
  readConversation,
  readMessages,
  sendMessage,
} from "./messaging.service.ts";
import {
  alertUnread,
  mailUnread,
  UNREAD_ALERT,
  UNREAD_MAIL,
  type UnreadMail,
} from "./unread-mails.service.ts";

export function messagingRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.listConversations, ({ user, query }) => listConversations(ctx, user, query));
  router.on(contract.openConversation, ({ user, body }) => openConversation(ctx, user, body));
  router.on(contract.getConversation, ({ user, params }) => readConversation(ctx, user, params.id));
  router.on(contract.listMessages, ({ user, params, query }) =>
    listMessages(ctx, user, params.id, query),
  );
  router.on(contract.sendMessage, ({ user, params, body }) =>
    sendMessage(ctx, user, params.id, body),
  );
  router.on(contract.readMessages, ({ user, params, body }) =>
    readMessages(ctx, user, params.id, body.seq),
  );
  router.on(contract.countUnreadMessages, ({ user }) => countOwnUnreadMessages(ctx, user));
}

export const messagingJobs = (ctx: Ctx): JobHandler[] => [
  { name: UNREAD_ALERT, run: (job: UnreadMail) => alertUnread(ctx, job) },
  { name: UNREAD_MAIL, run: (job: UnreadMail) => mailUnread(ctx, job) },
];
