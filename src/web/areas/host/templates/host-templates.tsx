// A host's message templates: in the host's words, sent by hand or at a moment of each booking.
import { lazy, Suspense, useState } from "react";
import type { Api } from "../../../../contract/index.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { PageContent } from "../../../parts/list/page-content.tsx";
import { paths } from "../../../paths.ts";
import { BackLink } from "../../../parts/page/back-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Panel } from "../../../ui/panel.tsx";
import { TemplateDialog } from "./template-dialog.tsx";
import { MOMENT_NAMES } from "./template-text.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export const meta = () => pageMeta("Message templates");

type Template = Api["GET /api/host/message-templates"]["output"]["templates"][number];

export default function HostTemplatesPage() {
  const query = useApi("GET /api/host/message-templates", {});
  const [adding, setAdding] = useState(false);
  return (
    <>
      <BackLink to={paths.hostMessages()} label="Messages" />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Message templates</h1>
          <p className="max-w-[42rem] text-muted-foreground">
            Write a message once, with the renter&rsquo;s name, times and places filled in. Send it
            from a conversation, or let us send it once per booking.
          </p>
        </div>
        {query.data && <Button onClick={() => setAdding(true)}>New template</Button>}
      </div>
      <PageContent
        query={query}
        data={query.data?.templates}
        failed="Your templates didn't load."
        height="h-48"
      >
        {(templates) => <Templates templates={templates} />}
      </PageContent>
      {adding && <TemplateDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const Templates = ({ templates }: { templates: readonly Template[] }) =>
  templates.length === 0 ? (
    <Panel>
      <EmptyState
        art={<EmptyArt of="plans" />}
        title="No templates yet"
        text="Start with what you write most often, such as where the car is and how to find you."
      />
    </Panel>
  ) : (
    <ul className="grid gap-4">
      {templates.map((template) => (
        <TemplateCard key={template.id} template={template} />
      ))}
    </ul>
  );

function TemplateCard({ template }: { template: Template }) {
  const { id, name, body, moment } = template;
  const [open, setOpen] = useState<"edit" | "delete">();
  const remove = useApiMutation("DELETE /api/host/message-templates/{id}", {
    call: () => ({ params: { id } }),
    invalidates: ["GET /api/host/message-templates", "GET /api/conversations/{id}/templates"],
    failed: "The template wasn't deleted",
    onSuccess: () => toast({ title: "Template deleted" }),
    onSettled: () => setOpen(undefined),
  });
  return (
    <li>
      <Panel as="article" aria-label={name} className="grid gap-3">
        <div>
          <h2 className="text-lg wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted-foreground">
            {moment === null ? "Sent by hand" : MOMENT_NAMES[moment]}
          </p>
        </div>
        <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="small"
            aria-label={`Edit ${name}`}
            onClick={() => setOpen("edit")}
          >
            Edit
          </Button>
          <Button
            variant="ghost-destructive"
            size="small"
            aria-label={`Delete ${name}`}
            onClick={() => setOpen("delete")}
          >
            Delete
          </Button>
        </div>
      </Panel>
      {open === "edit" && <TemplateDialog template={template} onClose={() => setOpen(undefined)} />}
      <Suspense>
        {open === "delete" && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            text="It won't be sent anymore. Messages already sent stay."
            cancelLabel="Cancel"
            confirmLabel="Delete"
            busyLabel="Deleting..."
            busy={remove.isPending}
            onClose={() => setOpen(undefined)}
            onConfirm={() => remove.mutate()}
          />
        )}
      </Suspense>
    </li>
  );
}
