// The thread of a support case and the reply field. Typed text stays until it has been sent.
import type { SupportCase } from "../../../../contract/people/support.ts";
import { UNREAD_MAIL_MINUTES } from "../../../../domain/message/message.ts";
import { Composer } from "../../../parts/conversation/composer.tsx";
import { ThreadSkeleton, ThreadView } from "../../../parts/conversation/thread-view.tsx";
import { useConversation, useMessages } from "../../../parts/conversation/use-thread.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useSession } from "../../../session/session.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { useAnswer } from "./use-cases.ts";

export function CaseThread({ ticket }: { ticket: SupportCase }) {
  const { id, name, account_id } = ticket;
  const { data: conversation, ...about } = useConversation(id);
  const thread = useMessages(id);
  const isOwn = useSession().user?.id === account_id;
  const error = about.error ?? thread.error;
  if (!conversation || !thread.data)
    return error ? (
      <FailedState
        title="The messages didn't load."
        text={sentenceFor(error, "Please try again in a moment.")}
        busy={about.isFetching || thread.isFetching}
        onRetry={() => void Promise.all([about.refetch(), thread.refetch()])}
      />
    ) : (
      <ThreadSkeleton />
    );
  return (
    <section aria-label={`Conversation with ${name}`} className="flex h-full min-h-0 flex-col">
      <ThreadView conversation={conversation} thread={thread} name={name} />
      {isOwn ? (
        <p className="border-t border-border p-4 text-sm text-muted-foreground">
          This is your own case. Another admin will reply.
        </p>
      ) : (
        <Answer ticket={ticket} isAway={conversation.other_away} />
      )}
    </section>
  );
}

function Answer({ ticket, isAway }: { ticket: SupportCase; isAway: boolean }) {
  const answering = useAnswer(ticket);
  const { id, name, origin } = ticket;
  return (
    <Composer
      conversationId={id}
      to={name}
      busy={answering.isPending}
      {...(origin === "form" && { letter: "Send Reply" })}
      onSend={(body, clear) => answering.mutate(body, { onSuccess: clear })}
      note={
        <>
          {answering.error && (
            <p role="alert" className="text-sm text-destructive-text">
              Not sent. Your reply is still here.{" "}
              {sentenceFor(answering.error, "Please try again in a moment.")}
            </p>
          )}
          <p className="text-xs text-muted-foreground">{deliveryText(ticket, isAway)}</p>
        </>
      }
    />
  );
}

function deliveryText({ origin, email, account_id }: SupportCase, isAway: boolean): string {
  const away = isAway ? " The account is suspended, so they can't read it in Messages." : "";
  if (origin === "chat")
    return `They see it in Messages right away; if it stays unread for ${UNREAD_MAIL_MINUTES} minutes, we email it.${away}`;
  return `We'll email it to ${email}${account_id ? " and show it in their Messages" : ""}.${away}`;
}
