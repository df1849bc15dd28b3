// The drafts of new listings: those on the server, and those that only this browser has.
import { useState } from "react";
import type { DraftContent } from "../../../../domain/listing/listing-draft.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useApi, useApiAction } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { dropNewDraft, localDrafts } from "../listing-form/drafts/listing-draft.ts";

const DRAFTS = "GET /api/host/listing-drafts";

export interface ShownDraft {
  id: string;
  /** What the host has called it; empty for nothing yet. */
  title: string;
  /** "2022 Honda Fit", as far as it is entered. */
  car: string;
  place: string;
  images: readonly string[];
  /** Null for one that only this browser has. */
  updated_at: string | null;
}

function toShown(id: string, content: DraftContent, updated_at: string | null): ShownDraft {
  const read = (field: string) => (typeof content[field] === "string" ? content[field].trim() : "");
  const { images } = content;
  const car = [read("make"), read("model")].filter(Boolean).join(" ");
  return {
    id,
    title: read("title"),
    car: car && `${read("year")} ${car}`.trim(),
    place: read("location"),
    images: Array.isArray(images) ? images.filter((each) => typeof each === "string") : [],
    updated_at,
  };
}

/** @param search only drafts that contain it; undefined for none */
export function useListingDrafts(search: string | undefined): ShownDraft[] {
  const { user } = useSession();
  const { data, isPending } = useApi(DRAFTS, {});
  const [here] = useState(() => (user ? localDrafts(user.id) : []));
  if (search === undefined || isPending) return [];
  const saved = data?.drafts ?? [];
  const onlyHere = here.filter(({ base }) => !saved.some(({ id }) => id === base.id));
  const drafts = [
    ...onlyHere.map(({ base, values }) => toShown(base.id, { ...values }, null)),
    ...saved.map(({ id, content, updated_at }) => toShown(id, content, updated_at)),
  ];
  return drafts.filter(({ title, car, place }) =>
    `${title} ${car} ${place}`.toLowerCase().includes(search.toLowerCase()),
  );
}

/** Discards a draft, also in this browser. */
export function useDiscardDraft(onDone: () => void) {
  const { user } = useSession();
  return useApiAction(
    async (id: string) => {
      await apiAsUser("DELETE /api/host/listing-drafts/{id}", { params: { id } });
      if (user) dropNewDraft(user.id, id);
    },
    {
      invalidates: [DRAFTS],
      failed: "Failed to discard the draft",
      onSuccess: () => toast({ title: "Draft discarded" }),
      onSettled: (_answer, error) => {
        if (error === null) onDone();
      },
    },
  );
}
