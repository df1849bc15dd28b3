// Shares the URL of a car: with the device's share dialog if there is one, else by copying it.
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface ShareButtonProps {
  title: string;
  /** From web/paths.ts. */
  path: string;
}

async function share({ title, path }: ShareButtonProps): Promise<void> {
  const url = location.origin + path;
  try {
    if ("share" in navigator) await navigator.share({ title, url });
    else {
      await (navigator as Navigator).clipboard.writeText(url);
      toast({ title: "Link copied" });
    }
  } catch (error) {
    // Cancelling the share dialog is not an error.
    if (error instanceof Error && error.name === "AbortError") return;
    toast({
      title: "Couldn't copy the link",
      description: "Copy it from your browser\u2019s address bar.",
      variant: "destructive",
    });
  }
}

export const ShareButton = (props: ShareButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label="Share"
    className="noscript:hidden"
    onClick={() => void share(props)}
  >
    <Icon name="share" />
  </Button>
);
