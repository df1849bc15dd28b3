// Switches the theme between system, light and dark. Hidden without JavaScript.
import { chooseTheme, THEMES, useTheme } from "../../ui/theme.ts";
import { capitalised } from "../../../domain/text/capitalised.ts";

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <fieldset className="flex items-center gap-3 noscript:hidden">
      <legend className="float-left">Theme</legend>
      <div className="flex rounded-full border border-white/25 p-0.5">
        {THEMES.map((each) => (
          <label
            key={each}
            className="relative cursor-pointer rounded-full px-3 py-1 hover:text-deep-foreground has-checked:bg-white/14 has-checked:text-deep-foreground has-focus-visible:outline-2 has-focus-visible:outline-highlight"
          >
            <input
              type="radio"
              name="theme"
              className="absolute opacity-0"
              checked={theme === each}
              onChange={() => chooseTheme(each)}
            />
            {capitalised(each)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
