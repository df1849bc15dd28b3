// Signing out here: returns to the home page, with the toasts of specification section 8. Asks
// first if entries of a trip have not been sent.
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { formatCounted } from "../../../domain/text/format.ts";
import { forgetDrafts } from "../../forms/drafts.ts";
import { clearStoredTexts } from "../../forms/stored-text.ts";
import { useSession } from "../../session/session.ts";
import { isSessionStored } from "../../session/tab-account.ts";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/overlay/toast.ts";

/** A chunk of its own: public pages list the files of the menus that sign out. */
const loadSignOut = () => import("../../session/sign-out.ts");
const ConfirmDialog = lazy(() => import("../../ui/overlay/confirm-dialog.tsx"));

interface SignOut {
  signOut: () => Promise<void>;
  /** The question to render, once there is one. */
  question: ReactNode;
}

/** @param stays whether the page stays open, and asks for a sign-in itself */
export function useSignOut({ stays = false } = {}): SignOut {
  const navigate = useNavigate();
  const { user } = useSession();
  const [unsent, setUnsent] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  // Signing out later must not need a network.
  useEffect(() => {
    if (user)
      loadSignOut()
        .then(({ prepareSignOut }) => prepareSignOut())
        .catch(() => undefined);
  }, [user]);
  const leave = async () => {
    setLeaving(true);
    try {
      clearStoredTexts();
      forgetDrafts();
      await (await loadSignOut()).signOutHere();
      // A page that needs a session is already redirecting to the sign-in page; this overrides it.
      if (!stays) await navigate(paths.home());
      toast({ title: "Signed out", description: "You've been signed out successfully." });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "Please try again in a moment.";
      toast({
        title: "Sign out failed",
        // auth-js removes the session of this browser before it asks the server.
        description: isSessionStored()
          ? reason
          : `You're signed out on this device, but our server didn't confirm it: ${reason}`,
        variant: "destructive",
      });
    } finally {
      setLeaving(false);
      setUnsent(0);
    }
  };
  const signOut = async () => {
    const count = await loadSignOut()
      .then(({ countOwnUnsent }) => countOwnUnsent())
      .catch(() => 0); // Leaving reports it.
    if (count === 0) return leave();
    setUnsent(count);
  };
  const question = unsent > 0 && (
    <Suspense>
      <ConfirmDialog
        title="Sign out and delete what hasn't been sent?"
        text={describeUnsent(unsent)}
        cancelLabel="Stay Signed In"
        confirmLabel="Sign Out"
        busyLabel="Signing out..."
        busy={isLeaving}
        onClose={() => setUnsent(0)}
        onConfirm={() => void leave()}
      />
    </Suspense>
  );
  return { signOut, question };
}

/** What a sign-out would delete. */
export const describeUnsent = (count: number): string =>
  count === 1
    ? "1 entry from your trip hasn't been sent yet. Signing out deletes it from this phone."
    : `${formatCounted(count, "entry", "entries")} from your trip haven't been sent yet. Signing out deletes them from this phone.`;
