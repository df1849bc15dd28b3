// The title of a dialog or sheet, with its close button.
import { Dialog as Radix } from "radix-ui";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

export const TitleRow = ({ title, className }: { title: string; className?: string }) => (
  <div className={cx("flex items-center justify-between gap-3", className)}>
    <Radix.Title className="text-xl">{title}</Radix.Title>
    <Radix.Close asChild>
      <Button variant="ghost" size="icon-small" aria-label="Close">
        <Icon name="x" />
      </Button>
    </Radix.Close>
  </div>
);
