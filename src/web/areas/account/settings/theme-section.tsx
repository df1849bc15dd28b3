// Light, dark or system theme. The choice applies immediately and is stored in this browser.
import { chooseTheme, THEMES, useTheme } from "../../../ui/theme.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Icon } from "../../../ui/icon.tsx";

const ICONS = { system: "monitor", light: "sun", dark: "moon" } as const;

export function ThemeSection() {
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-3 gap-3">
        {THEMES.map((each) => {
          const icon = ICONS[each];
          return (
            <label
              key={each}
              className="relative grid cursor-pointer justify-items-center gap-2 rounded-md bg-surface px-3 py-4 text-sm font-medium shadow-[inset_0_0_0_1px_var(--input)] has-checked:bg-tint-sea has-checked:shadow-[inset_0_0_0_2px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="chosen-theme"
                className="absolute opacity-0"
                checked={theme === each}
                onChange={() => chooseTheme(each)}
              />
              <Icon name={icon} size={24} className="text-link" />
              {capitalised(each)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
