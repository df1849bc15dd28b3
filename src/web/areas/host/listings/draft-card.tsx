// The draft of a new listing among a host's cars: continue it, or discard it.
import { useState } from "react";
import { Link } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatDay } from "../../../../domain/text/format.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { SIZES } from "./listing-card.tsx";
import { useDiscardDraft, type ShownDraft } from "./use-listing-drafts.ts";

export const draftTitleId = (draftId: string) => `draft-${draftId}`;

interface DraftCardProps {
  draft: ShownDraft;
  /** The card had the focus and is gone. */
  onDiscarded: () => void;
}

export function DraftCard({ draft, onDiscarded }: DraftCardProps) {
  const { id, car, place, images, updated_at } = draft;
  const [isAsking, setAsking] = useState(false);
  const title = draft.title || car || "New car";
  const [image] = images;
  return (
    <Panel as="article" flush aria-labelledby={draftTitleId(id)} className="flex flex-col">
      <div className="relative">
        {image ? (
          <Photo
            {...photoSizes(image)}
            sizes={SIZES}
            alt=""
            first={false}
            className="rounded-none"
          />
        ) : (
          <NoPhoto className="rounded-none" />
        )}
        <div className="absolute top-3 left-3">
          <Badge variant="photo">Draft</Badge>
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="min-w-0">
          <h2 id={draftTitleId(id)} tabIndex={-1} className="text-lg leading-[1.3] wrap-anywhere">
            {title}
          </h2>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {[title === car ? "" : car, place].filter(Boolean).join(" · ")}
          </p>
          <p className="text-sm text-muted-foreground">
            {updated_at ? `Last changed ${lastChanged(updated_at)}` : "Saved on this device only"}
          </p>
        </div>
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          <Button asChild variant="secondary" size="small">
            <Link to={paths.hostNewListing({ draft: id })} aria-label={`Continue, ${title}`}>
              Continue
            </Link>
          </Button>
          <Button
            variant="ghost-destructive"
            size="small"
            className="ml-auto"
            aria-label={`Discard, ${title}`}
            onClick={() => setAsking(true)}
          >
            Discard
          </Button>
        </div>
      </div>
      {isAsking && (
        <DiscardDialog
          draft={draft}
          title={title}
          onClose={() => setAsking(false)}
          onDiscarded={onDiscarded}
        />
      )}
    </Panel>
  );
}

function lastChanged(updatedAt: string): string {
  const today = todayInNassau(new Date());
  const day = todayInNassau(new Date(updatedAt));
  return day === today ? "today" : formatDay(day, today);
}

interface DiscardDialogProps extends DraftCardProps {
  title: string;
  onClose: () => void;
}

function DiscardDialog({ draft, title, onClose, onDiscarded }: DiscardDialogProps) {
  const removal = useDiscardDraft(() => {
    onClose();
    onDiscarded();
  });
  const count = draft.images.length;
  const photos = count === 0 ? "" : count === 1 ? " and its photo" : ` and its ${count} photos`;
  const busy = removal.isPending;
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Discard this draft?"
      description={
        <>
          This deletes <b>{title}</b>
          {photos} on all your devices. This action cannot be undone.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep Draft
          </Button>
          <Button
            variant="destructive"
            busy={busy}
            busyLabel="Discarding..."
            onClick={() => removal.mutate(draft.id)}
          >
            Discard Draft
          </Button>
        </>
      }
    />
  );
}
