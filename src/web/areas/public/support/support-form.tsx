// The contact form: checked, sent, and cleared on success. A failure keeps what was typed, and the
// message also survives navigation.
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link } from "react-router";
import type { Output } from "../../../../contract/endpoint.ts";
import type { sendSupportMessage } from "../../../../contract/people/support.ts";
import {
  MAX_SUPPORT_MESSAGE_LENGTH,
  SUPPORT_CATEGORIES,
  type SupportCategory,
} from "../../../../domain/message/support.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { emailFault } from "../../../forms/check-email.ts";
import { explain } from "../../../api/explain.ts";
import { dropKeptText, useKeptText } from "../../../forms/kept-text.ts";
import { accessToken, useSession } from "../../../session/session.ts";
import { CATEGORY_LABELS } from "../../../parts/page/support-words.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Input, Select, Textarea } from "../../../ui/form/controls.tsx";
import { ErrorSummary, type FormFault } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

const KEPT = "support-message";
const FIELDS = ["name", "email", "message"] as const;
type FieldName = (typeof FIELDS)[number];
type Faults = { [N in FieldName]?: string | undefined };

const fieldId = (name: FieldName) => `support-${name}`;

export interface SupportFormProps {
  /** The category that the page's URL names. */
  category: SupportCategory | undefined;
  /** The address to write to if sending fails. */
  email: string;
}

export function SupportForm({ category, email }: SupportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useKeptText(KEPT);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sentAs, setSentAs] = useState<Sent>();
  const { profile } = useSession();

  // The fields are uncontrolled, so that what was typed or autofilled before hydration counts.
  useEffect(() => {
    const fill = (name: FieldName, value: string) => {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && !field.value) field.value = value;
    };
    if (!profile) return;
    fill("name", `${profile.first_name} ${profile.last_name}`);
    fill("email", profile.email);
  }, [profile, attempt]);

  useEffect(() => {
    const field = form.current?.elements.namedItem("category");
    if (category && field instanceof HTMLSelectElement) field.value = category;
  }, [category]);

  const refuse = (found: Faults, why?: string) => {
    setFaults(found);
    setFailure(why);
    setAttempt((before) => before + 1);
  };

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const sent = event.currentTarget;
    const values = new FormData(sent);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    const found: Faults = {
      name: text("name") ? undefined : "Enter your full name",
      email: emailFault(text("email")),
      message: text("message") ? undefined : "Write your message",
    };
    if (Object.values(found).some(Boolean)) return refuse(found);
    setBusy(true);
    const chosen = SUPPORT_CATEGORIES.find((each) => each === text("category")) ?? null;
    const body = {
      name: text("name"),
      email: text("email"),
      category: chosen,
      message: text("message"),
    };
    try {
      setSentAs(await api("POST /api/support/messages", { body }, { token: await accessToken() }));
      sent.reset();
      setMessage("");
      dropKeptText(KEPT);
      refuse({});
      toast({ title: "Message sent successfully", description: CLAIMS.supportPromise.says });
    } catch (error) {
      toast({
        title: "Error sending message",
        description: "Please try again later.",
        variant: "destructive",
      });
      const refused = refusedFields(error);
      const why = isSessionOver(error)
        ? "Your session has ended. Send the message again, or sign in first."
        : await explain(error, "We couldn't send your message.");
      refuse(refused, Object.keys(refused).length > 0 ? undefined : why);
    } finally {
      setBusy(false);
    }
  };

  const summary: FormFault[] = FIELDS.flatMap((name) => {
    const fault = faults[name];
    return fault ? [{ fieldId: fieldId(name), message: fault }] : [];
  });
  if (failure) summary.push({ message: failure });

  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={(event) => void send(event)}
      className="grid gap-5"
    >
      <ErrorSummary title="Your message wasn't sent" faults={summary} attempt={attempt}>
        {failure && (
          <p>
            What you wrote is still here. You can also email{" "}
            <a href={`mailto:${email}`} className="underline">
              {email}
            </a>
            .
          </p>
        )}
      </ErrorSummary>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Full name" id={fieldId("name")} error={faults.name}>
          <Input name="name" autoComplete="name" required maxLength={161} />
        </Field>
        <Field label="Email" id={fieldId("email")} error={faults.email}>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
          />
        </Field>
      </div>
      <Field label="Category" optional>
        <Select name="category" defaultValue={category ?? ""}>
          <option value="">Choose a category</option>
          {SUPPORT_CATEGORIES.map((each) => (
            <option key={each} value={each}>
              {CATEGORY_LABELS[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Message"
        id={fieldId("message")}
        error={faults.message}
        hint="For a booking, tell us the car and dates. Never include card numbers or passwords."
      >
        <Textarea
          name="message"
          rows={6}
          required
          maxLength={MAX_SUPPORT_MESSAGE_LENGTH}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="large"
        busy={busy}
        busyLabel="Sending..."
        className="sm:justify-self-start"
      >
        Send Message
      </Button>
      {/* Stays beside the button after the toast has gone. */}
      <div role="status" className="empty:hidden">
        {sentAs && summary.length === 0 && <Received sent={sentAs} />}
      </div>
    </form>
  );
}

type Sent = Pick<Output<typeof sendSupportMessage>, "case_number" | "conversation_id">;

const Received = ({ sent: { case_number, conversation_id } }: { sent: Sent }) => (
  <Note icon={<CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} />}>
    Your case number is <b className="whitespace-nowrap">{case_number}</b>. Mention it when you call
    or write to us.{" "}
    {conversation_id && (
      <Link to={paths.messages({ c: conversation_id })} className="underline underline-offset-4">
        See it in your messages
      </Link>
    )}
  </Note>
);

/** The fields that the server rejected, such as "body.email". */
function refusedFields(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {};
  const faults: Faults = {};
  for (const { field, message } of error.fields) {
    const name = FIELDS.find((each) => field === `body.${each}`);
    if (name) faults[name] ??= message;
  }
  return faults;
}
