// The admins' pages of one person and of one booking over HTTP: facts, notes and messages.
import * as adminMessages from "../../../../contract/admin/admin-messages.ts";
import * as adminNotes from "../../../../contract/admin/admin-notes.ts";
import * as adminPerson from "../../../../contract/admin/admin-person.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import { openMessages, readMessages } from "./message-access.service.ts";
import { listNotesAbout, withdrawOwnNote, writeNote } from "./notes.service.ts";
import { readBookingRecord, readPerson } from "./person.service.ts";

export function personRoutes(router: Router, ctx: Ctx): void {
  router.on(adminPerson.getAdminUser, ({ user, params }) => readPerson(ctx, user, params.id));
  router.on(adminPerson.getBookingRecord, ({ user, params }) =>
    readBookingRecord(ctx, user, params.id),
  );
  router.on(adminNotes.listNotes, ({ query }) => listNotesAbout(ctx, query));
  router.on(adminNotes.addNote, ({ user, body }) => writeNote(ctx, user, body));
  router.on(adminNotes.withdrawNote, ({ user, params }) => withdrawOwnNote(ctx, user, params.id));
  router.on(adminMessages.openBookingMessages, ({ user, params, body }) =>
    openMessages(ctx, user, params.id, body.reason),
  );
  router.on(adminMessages.listBookingMessages, ({ user, params, query }) =>
    readMessages(ctx, user, params.id, query.cursor),
  );
}
