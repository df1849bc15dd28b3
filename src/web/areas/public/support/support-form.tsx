// The contact form: checked, sent, and cleared on success. A failure keeps what was typed, and the
// message also survives navigation.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Output } from "../../../../contract/endpoint.ts";
import type { sendSupportMessage } from "../../../../contract/people/support.ts";
import {
  MAX_SUPPORT_MESSAGE_LENGTH,
  SUPPORT_CATEGORIES,
  type SupportCategory,
} from "../../../../domain/message/support.ts";
import { MAX_EMAIL_LENGTH, MAX_FULL_NAME_LENGTH } from "../../../../domain/person/name.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { emailError } from "../../../forms/email-error.ts";
import { SelectField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { useOwnInbox } from "../../../parts/conversation/own-inbox.ts";
import { CATEGORY_LABELS } from "../../../parts/page/support-text.ts";
import { accessToken } from "../../../session/access-token.ts";
import { useSession } from "../../../session/session.ts";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EMPTY, type SupportValues } from "./support-values.ts";

const BookingField = lazy(() => import("./booking-field.tsx"));

const checkSupport = ({ name, email, message }: SupportValues) => ({
  name: name.trim() ? undefined : "Enter your full name",
  email: emailError(email),
  message: message.trim() ? undefined : "Write your message",
});

type Sent = Pick<Output<typeof sendSupportMessage>, "case_number" | "conversation_id">;

async function send({ name, email, category, booking, message }: SupportValues): Promise<Sent> {
  const body = {
    name: name.trim(),
    email: email.trim(),
    category: SUPPORT_CATEGORIES.find((each) => each === category) ?? null,
    booking_id: booking || null,
    message: message.trim(),
  };
  try {
    return await api("POST /api/support/messages", { body }, { token: await accessToken() });
  } catch (error) {
    toast({
      title: "Error sending message",
      description: "Please try again later.",
      variant: "destructive",
    });
    if (!isSessionOver(error)) throw error;
    throw new FormRefusal("Your session has ended. Send the message again, or sign in first.");
  }
}

export interface SupportFormProps {
  /** The category that the page's URL names. */
  category: SupportCategory | undefined;
  /** The id of the booking that it names. */
  booking: string | undefined;
  /** The address to write to if sending fails. */
  email: string;
}

export function SupportForm({ category, booking, email }: SupportFormProps) {
  const [sentAs, setSentAs] = useState<Sent>();
  const form = useAppForm<SupportValues>({
    id: "support",
    initial: EMPTY,
    check: checkSupport,
    draft: storedTexts({ message: "support-message" }),
    failed: "We couldn't send your message.",
    send: async (values) => {
      setSentAs(await send(values));
      form.reset(EMPTY);
      toast({ title: "Message sent successfully", description: CLAIMS.supportPromise.says });
    },
  });
  useSuggestions(form, category, sentAs);
  return (
    <Form
      form={form}
      method="post"
      summary="Your message wasn't sent"
      summaryNote={form.failure && <WriteInstead email={email} />}
      className="grid gap-5"
    >
      <SupportFields form={form} booking={booking} />
      <SubmitButton
        form={form}
        size="large"
        busyLabel="Sending..."
        className="sm:justify-self-start"
      >
        Send Message
      </SubmitButton>
      {/* Stays beside the button after the toast has gone. */}
      <div role="status" className="empty:hidden">
        {sentAs && form.summary.length === 0 && <Received sent={sentAs} />}
      </div>
    </Form>
  );
}

interface SupportFieldsProps {
  form: AppForm<SupportValues>;
  booking: string | undefined;
}

function SupportFields({ form, booking }: SupportFieldsProps) {
  const { status } = useSession();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="name"
          label="Full name"
          autoComplete="name"
          required
          maxLength={MAX_FULL_NAME_LENGTH}
        />
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
        />
      </div>
      <SelectField form={form} name="category" label="Category" optional>
        <option value="">Choose a category</option>
        {SUPPORT_CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_LABELS[each]}
          </option>
        ))}
      </SelectField>
      {status === "signed-in" && (
        <Suspense>
          <BookingField form={form} named={booking} />
        </Suspense>
      )}
      <TextareaField
        form={form}
        name="message"
        label="Message"
        hint={`${status === "signed-in" ? "" : "For a booking, add the car and dates. "}Never send card numbers or passwords.`}
        rows={6}
        required
        maxLength={MAX_SUPPORT_MESSAGE_LENGTH}
      />
    </>
  );
}

/** Fills in what the account and the page's URL say, again after each message. */
function useSuggestions(
  { current, set }: AppForm<SupportValues>,
  category: SupportCategory | undefined,
  sent: Sent | undefined,
): void {
  const { profile } = useSession();
  useEffect(() => {
    if (!profile) return;
    const { name, email } = current();
    if (!name) set("name", `${profile.first_name} ${profile.last_name}`);
    if (!email) set("email", profile.email);
  }, [profile, sent, current, set]);
  const suggested = useRef<SupportCategory>(undefined);
  useEffect(() => {
    const chosen = current().category;
    if (!category || (chosen && chosen !== suggested.current)) return;
    suggested.current = category;
    set("category", category);
  }, [category, sent, current, set]);
}

const WriteInstead = ({ email }: { email: string }) => (
  <p>
    What you wrote is still here. You can also email{" "}
    <a href={`mailto:${email}`} className="underline">
      {email}
    </a>
    .
  </p>
);

function Received({ sent: { case_number, conversation_id } }: { sent: Sent }) {
  const inbox = useOwnInbox();
  return (
    <Note icon={<Icon name="circle-check" />}>
      Your case number is <b className="whitespace-nowrap">{case_number}</b>. Mention it when you
      call or write to us.{" "}
      {conversation_id && (
        <Link to={inbox({ c: conversation_id })} className="underline underline-offset-4">
          See it in your messages
        </Link>
      )}
    </Note>
  );
}
