// Conversations over HTTP, and the jobs that notify people of unread messages.
import * as contract from "../../../contract/people/messaging.ts";
import * as templateContract from "../../../contract/host/message-templates.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import {
  countOwnUnreadMessages,
  listConversations,
  listMessages,
  readConversation,
  readMessages,
  sendMessage,
} from "./messaging.service.ts";
import { openConversation } from "./open-conversation.service.ts";
import { sendDueTemplates } from "./templates/send-templates.service.ts";
import * as templates from "./templates/templates.service.ts";
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
  templateRoutes(router, ctx);
}

function templateRoutes(router: Router, ctx: Ctx): void {
  router.on(templateContract.listTemplates, ({ user }) => templates.listTemplates(ctx, user));
  router.on(templateContract.createTemplate, ({ user, body }) =>
    templates.createTemplate(ctx, user, body),
  );
  router.on(templateContract.changeTemplate, ({ user, params, body }) =>
    templates.changeTemplate(ctx, user, params.id, body),
  );
  router.on(templateContract.deleteTemplate, ({ user, params }) =>
    templates.removeTemplate(ctx, user, params.id),
  );
  router.on(templateContract.previewTemplate, ({ user, body }) =>
    templates.previewTemplate(ctx, user, body.body),
  );
  router.on(templateContract.listFilledTemplates, ({ user, params }) =>
    templates.fillForConversation(ctx, user, params.id),
  );
}

export const messagingJobs = (ctx: Ctx): JobHandler[] => [
  { name: "send-templates", cron: "* * * * *", run: () => sendDueTemplates(ctx) },
  { name: UNREAD_ALERT, run: (job: UnreadMail) => alertUnread(ctx, job) },
  { name: UNREAD_MAIL, run: (job: UnreadMail) => mailUnread(ctx, job) },
];
