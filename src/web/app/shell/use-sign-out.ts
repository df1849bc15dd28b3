// Signing out from a menu: returns to the home page, with the toasts of specification section 8.
import { useNavigate } from "react-router";
import { forgetDrafts } from "../../forms/drafts.ts";
import { clearStoredTexts } from "../../forms/stored-text.ts";
import { isSessionStored } from "../../session/tab-account.ts";
import { signOut } from "../../session/account.ts";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/overlay/toast.ts";

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    clearStoredTexts();
    forgetDrafts();
    try {
      await signOut();
      // A page that needs a session is already redirecting to the sign-in page; this overrides it.
      await navigate(paths.home());
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
    }
  };
}
