// The account as the server has it now. The browser's session may not know that an email change has
// been requested, completed or cancelled.
import type { User } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../api/api.ts";
import { callAuth } from "../../../session/auth-call.ts";
import { queryKeys } from "../../../api/query.tsx";

export const useAuthUser = () =>
  useQuery({
    queryKey: queryKeys.authUser,
    queryFn: async (): Promise<User> => {
      const { data } = await callAuth((auth) => auth.getUser());
      if (!data?.user) throw new ApiError("offline", 0);
      return data.user;
    },
  });
