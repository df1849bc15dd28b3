// A person's name, which leads to their page.
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { cx } from "../../ui/cx.ts";

interface PersonLinkProps {
  id: string;
  name: string;
  className?: string;
}

export const PersonLink = ({ id, name, className }: PersonLinkProps) => (
  <Link
    to={paths.adminUser(id)}
    className={cx("inline-flex min-h-6 items-center hover:underline", className)}
  >
    {name}
  </Link>
);
