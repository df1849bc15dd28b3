// A setting that is saved as soon as it is picked: shown optimistically, and rolled back with a
// message if it could not be stored.
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { toast } from "../ui/overlay/toast.ts";
import { isSessionOver, type CallOptions } from "../api/api.ts";
import { sentenceFor } from "../api/problem-sentences.ts";
import { signedIn } from "../api/query.tsx";

export interface StoredSetting<Kept, Wanted> {
  /** The query that reads the setting. */
  queryKey: QueryKey;
  store: (wanted: Wanted, options: CallOptions) => Promise<unknown>;
  /** The cached value after the change is stored. */
  after: (before: Kept, wanted: Wanted) => Kept;
  /** The query to refetch afterwards. */
  reread?: QueryKey;
}

export function useStoredSetting<Kept, Wanted>({
  queryKey,
  store,
  after,
  reread,
}: StoredSetting<Kept, Wanted>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: queryKey.join("/") }, // Runs one after the other, so that the last choice wins.
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
      const description = sentenceFor(error, "We couldn't save the setting. Please try again.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: () => reread && client.invalidateQueries({ queryKey: reread }),
  });
}
