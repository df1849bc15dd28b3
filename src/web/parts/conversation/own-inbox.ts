// The inbox of a person outside the signed-in areas: a host's conversations with support open in
// the host area.
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session.ts";

export const useOwnInbox = () =>
  useSession().profile?.user_type === "host" ? paths.hostMessages : paths.messages;
