// The alert settings, and saving a change of them at once.
import type { Api } from "../../../../../contract/index.ts";
import { useStoredSetting } from "../../../../forms/stored-setting.ts";

export type AlertSettings = Api["GET /api/alert-settings"]["output"];

interface Changes {
  text?: Partial<AlertSettings["text"]>;
  push?: Partial<AlertSettings["push"]>;
  quiet?: AlertSettings["quiet"];
  resume_texts?: true;
}

export const useStoredAlerts = () =>
  useStoredSetting("GET /api/alert-settings", "PUT /api/alert-settings", {
    call: (body: Changes) => ({ body }),
    after: (before, { text, push, quiet, resume_texts }) => ({
      ...before,
      text: { ...before.text, ...text },
      push: { ...before.push, ...push },
      quiet: quiet ?? before.quiet,
      text_state: resume_texts ? "ready" : before.text_state,
    }),
  });
