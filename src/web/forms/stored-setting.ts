// A setting that is stored as soon as it is picked: shown at once, and taken back with a word where it could not be stored.
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { toast } from "../ui/overlay/toast.ts";
import { isSessionOver, type CallOptions } from "../api/api.ts";
import { sentenceFor } from "../api/problem-sentences.ts";
import { signedIn } from "../api/query.tsx";

export interface StoredSetting<Kept, Wanted> {
  /** Under which it is kept once it is read. */
  queryKey: QueryKey;
  store: (wanted: Wanted, options: CallOptions) => Promise<unknown>;
  /** What is kept once the wish is stored. */
  after: (before: Kept, wanted: Wanted) => Kept;
  /** What is read anew then. */
  reread?: QueryKey;
}

export function useStoredSetting<Kept, Wanted>({ queryKey, store, after, reread }: StoredSetting<Kept, Wanted>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: queryKey.join("/") }, // one after the other: the last one that was picked is the one that stays
    mutationFn: (wanted: Wanted) => signedIn((options) => store(wanted, options)),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Kept>(queryKey);
      if (before !== undefined) client.setQueryData<Kept>(queryKey, after(before, wanted));
      return before;
    },
    onSuccess: () => toast({ title: "Setting saved" }),
    onError: (error, _wanted, before) => {
      client.setQueryData(queryKey, before);
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "The setting was not saved. Please try again.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: () => reread && client.invalidateQueries({ queryKey: reread }),
  });
}
