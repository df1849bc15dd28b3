// The account as the server has it now. The browser's session may not know that an email change has
// been requested, completed or cancelled.
import type { User } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../api/api.ts";
import { callAuth } from "../../../session/auth-call.ts";

const AUTH_USER = ["auth user"];

export const useAuthUser = () =>
  useQuery({
    queryKey: AUTH_USER,
    queryFn: async (): Promise<User> => {
      const { data } = await callAuth((auth) => auth.getUser());
      if (!data?.user) throw new ApiError("offline", 0);
      return data.user;
    },
  });

/** The cached account: `store` shows it as a change returned it, `refresh` fetches it again. */
export function useAuthUserCache() {
  const client = useQueryClient();
  return {
    store: (user: User | null): void => void client.setQueryData(AUTH_USER, user),
    refresh: (): Promise<void> => client.invalidateQueries({ queryKey: AUTH_USER }),
  };
}
