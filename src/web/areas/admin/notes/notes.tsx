// The internal notes about a person or a booking: add one, read them, withdraw one's own.
import { useId } from "react";
import type { AdminNote } from "../../../../contract/admin/admin-notes.ts";
import { MAX_NOTE_LENGTH, type NoteSubject } from "../../../../domain/admin-notes.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApiMutation, useApiPages } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { Form } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { ShowMore } from "../../../parts/list/show-more.tsx";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { None, PageSection } from "../page-section.tsx";

interface NotesProps {
  about: NoteSubject;
  id: string;
  /** Who else may read the notes one day. */
  hint: string;
}

const noteId = (id: string): string => `note-${id}`;

export function Notes({ about, id, hint }: NotesProps) {
  const list = useApiPages("GET /api/admin/notes", { query: { about, id } });
  const focus = useFocusAfterwards();
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? [];
  const showMore = async () => {
    const { data } = await list.fetchNextPage();
    const next = data?.pages.at(-1)?.notes[0];
    if (next) focus(noteId(next.id));
  };
  return (
    <PageSection title="Internal notes">
      <AddNote about={about} id={id} hint={hint} />
      {list.isPending ? (
        <Skeleton className="h-20 rounded-md" />
      ) : !list.data ? (
        <FailedState
          title="The notes didn't load."
          text={sentenceFor(list.error, "Please try again in a moment.")}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : notes.length === 0 ? (
        <None>No notes yet.</None>
      ) : (
        <ul aria-label="Notes" className="grid gap-4">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} onWithdrawn={() => focus(noteId(note.id))} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <ShowMore list={list} label="Older notes" onClick={() => void showMore()} />
      )}
    </PageSection>
  );
}

function AddNote({ about, id, hint }: NotesProps) {
  const draft = storedTexts({ body: `note.${about}.${id}` });
  const add = useApiMutation("POST /api/admin/notes", { invalidates: ["GET /api/admin/notes"] });
  const form = useAppForm({
    id: useId(),
    initial: { body: "" },
    check: ({ body }) => ({ body: body.trim() ? undefined : "Write a note." }),
    isLive: true,
    draft,
    send: async ({ body }) => {
      await add.mutateAsync({ body: { about, id, body: body.trim() } });
      draft.drop();
      form.reset({ body: "" });
    },
  });
  return (
    <Form
      form={form}
      className="grid justify-items-start gap-3"
      failureTitle="The note wasn't added"
    >
      <TextareaField
        form={form}
        name="body"
        label="New note"
        hint={hint}
        fieldClassName="w-full"
        rows={3}
        required
        maxLength={MAX_NOTE_LENGTH}
      />
      <Button type="submit" size="small" variant="secondary" busy={form.busy} busyLabel="Adding...">
        Add Note
      </Button>
    </Form>
  );
}

function NoteItem({ note, onWithdrawn }: { note: AdminNote; onWithdrawn: () => void }) {
  const { user } = useSession();
  const withdraw = useApiMutation("POST /api/admin/notes/{id}/withdrawal", {
    invalidates: ["GET /api/admin/notes"],
    failed: "The note wasn't withdrawn. Please try again in a moment.",
    onSuccess: onWithdrawn,
  });
  const { withdrawn_at: withdrawnAt } = note;
  return (
    <li
      id={noteId(note.id)}
      tabIndex={-1}
      className="grid justify-items-start gap-1 border-l-2 border-input pl-3 text-sm"
    >
      <p
        className={cx(
          "whitespace-pre-line wrap-anywhere",
          withdrawnAt && "text-muted-foreground line-through",
        )}
      >
        {note.body}
      </p>
      <p className="text-xs text-muted-foreground">
        {note.author.name ?? "Former member"},{" "}
        <time dateTime={note.created_at}>{formatInstant(new Date(note.created_at))}</time>
      </p>
      {withdrawnAt ? (
        <Badge variant="quiet">Withdrawn {formatInstant(new Date(withdrawnAt))}</Badge>
      ) : (
        note.author.id === user?.id && (
          <Button
            variant="ghost"
            size="small"
            className="-ml-3"
            aria-label={`Withdraw the note of ${formatInstant(new Date(note.created_at))}`}
            busy={withdraw.isPending}
            busyLabel="One moment..."
            onClick={() => withdraw.mutate({ params: { id: note.id } })}
          >
            Withdraw
          </Button>
        )
      )}
    </li>
  );
}
