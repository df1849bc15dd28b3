// An icon: a symbol of the sprite, which is fetched once for all pages.
import type { ComponentProps } from "react";
import sprite from "../assets/icons.svg";
import { cx } from "./cx.ts";
import type { IconName } from "./icon-names.ts";

export interface IconProps extends Omit<ComponentProps<"svg">, "name" | "children"> {
  name: IconName;
  /** In pixels. The larger the icon, the thinner its lines, in units of a 24th of its size. */
  size?: number;
}

/** Most icons have one of these sizes, which a class sets in a third of the bytes. */
const COMMON = new Map([
  [16, "icon-16"],
  [20, "icon-20"],
]);

/** Hidden from screen readers, unless it has a role. */
export function Icon({ name, size = 20, className, ...rest }: IconProps) {
  const common = COMMON.get(size);
  return (
    <svg
      aria-hidden={rest.role === undefined || undefined}
      className={cx(
        common ?? "icon",
        size > 20 && (size < 24 ? "icon-medium" : "icon-large"),
        className,
      )}
      {...(common === undefined && { width: size, height: size })}
      {...rest}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
