// The signed-in user's menu in the header. Loaded only when signed in.
import { Link } from "react-router";
import { useSession } from "../../session/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../ui/overlay/dropdown-menu.tsx";
import { accountLinks } from "./navigation.ts";
import { useSignOut } from "../../parts/person/use-sign-out.tsx";
import { Icon } from "../../ui/icon.tsx";

const LOOKS = {
  /** In the public header: initials, first name and arrow. */
  pill: "flex items-center gap-2 rounded-full bg-surface p-1 sm:pr-3 shadow-[inset_0_0_0_1px_var(--border)] hover:bg-surface-2 focus-visible:rounded-full",
  /** In a phone's top bar: initials only. */
  compact: "grid size-11 place-items-center rounded-full focus-visible:rounded-full",
  /** In the sidebar: initials and name, like its other items. */
  side: "side-item",
} as const;

/** Renders nothing when signed out. */
export default function AccountMenu({ look }: { look: keyof typeof LOOKS }) {
  const { user, profile } = useSession();
  const { signOut, question } = useSignOut();
  if (!user) return null;
  const name = profile ? `${profile.first_name} ${profile.last_name}` : (user.email ?? "");
  return (
    <>
      <DropdownMenu
        label="Account"
        trigger={
          <button type="button" aria-label={`Account menu, ${name}`} className={LOOKS[look]}>
            <Avatar
              firstName={profile?.first_name ?? user.email ?? ""}
              lastName={profile?.last_name ?? ""}
              photoId={profile?.photo_id}
            />
            {look === "side" && <span className="side-label truncate">{name}</span>}
            {look === "pill" && (
              <>
                <span className="hidden max-w-40 truncate text-sm font-medium sm:block">
                  {profile?.first_name ?? name}
                </span>
                <Icon
                  name="chevron-down"
                  size={16}
                  className="text-muted-foreground max-sm:hidden"
                />
              </>
            )}
          </button>
        }
      >
        {accountLinks(profile).map(({ to, label, icon }) => (
          <MenuItem key={to}>
            <Link to={to}>
              <Icon name={icon} />
              {label}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => void signOut()}>
          <Icon name="log-out" />
          Sign Out
        </MenuItem>
      </DropdownMenu>
      {question}
    </>
  );
}
