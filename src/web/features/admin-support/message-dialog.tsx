// One message to support, with the ways to answer it.
import { Mail } from "lucide-react";
import { Link } from "react-router";
import type { SupportMessage } from "../../../contract/support.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatInstantInNassau } from "../../../domain/dates.ts";
import { DetailsDialog, Text } from "../../lib/details-dialog.tsx";
import { CATEGORY_LABELS } from "../../lib/support-words.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { AnsweredButton } from "./answered-button.tsx";
import { useSupportMessage } from "./use-admin-support.ts";

export function MessageDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  return (
    <DetailsDialog
      title="Support Message"
      what="message"
      missing="There is no message under this address."
      query={useSupportMessage(messageId)}
      onClose={onClose}
      className="md:w-[min(44rem,100%)]"
    >
      {(message) => <Message message={message} />}
    </DetailsDialog>
  );
}

function Message({ message }: { message: SupportMessage }) {
  const { id, name, email, category, account_id, answered_at, answered_by, created_at } = message;
  const subject = encodeURIComponent(`Your message to ${PRODUCT_NAME}`);
  return (
    <>
      <Text title="Message">{message.message}</Text>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="small">
          <a href={`mailto:${email}?subject=${subject}`}>
            <Mail aria-hidden="true" size={16} strokeWidth={2} />
            Answer by Email
          </a>
        </Button>
        <AnsweredButton message={message} />
      </div>
      <Facts
        className="grid-cols-1 sm:grid-cols-2"
        facts={[
          { label: "From", value: name },
          { label: "Email", value: email },
          { label: "Category", value: category ? CATEGORY_LABELS[category] : "none" },
          { label: "Written", value: formatInstantInNassau(new Date(created_at)) },
          {
            label: "Account",
            value: account_id ? (
              <Link to={paths.adminUsers({ search: account_id })} className="link">
                Signed in when writing
              </Link>
            ) : (
              "Not signed in when writing"
            ),
          },
          {
            label: "Answered",
            value: answered_at
              ? `${formatInstantInNassau(new Date(answered_at))}${answered_by ? `, ${answered_by}` : ""}`
              : "not yet",
          },
        ]}
      />
      <Link to={paths.adminAudit({ about: id })} className="link justify-self-start text-sm">
        This message in the record
      </Link>
    </>
  );
}
