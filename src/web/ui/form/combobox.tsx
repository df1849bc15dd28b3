// A text input with suggestions: the editable combobox of the WAI-ARIA practices. The text is free;
// suggestions are optional.
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { TextInput, type InputProps } from "./controls.tsx";
import { cx } from "../cx.ts";

export interface ComboboxOption {
  id: string;
  label: string;
  /** Distinguishes it from others of the same name. */
  detail?: string;
  icon: ReactNode;
}

export interface ComboboxProps<O extends ComboboxOption> extends Omit<
  InputProps,
  "value" | "onChange" | "onSelect" | "list" | "role"
> {
  value: string;
  onValueChange: (text: string) => void;
  /** The accessible name of the suggestions: "Places". */
  listLabel: string;
  options: readonly O[];
  onPick: (option: O) => void;
  /** Shown and announced instead of suggestions: "No places found". */
  emptyText?: string | undefined;
  /** Opens the suggestions as soon as the input has the focus. */
  opensOnFocus?: boolean;
  /** Shown below the suggestions, for example their source. */
  footer?: ReactNode;
}

/** Wider than a narrow input, so that names rarely wrap. */
const POPUP =
  "absolute top-full left-0 z-(--z-header) mt-1 min-w-full rounded-lg bg-surface text-foreground shadow-float md:w-max md:max-w-104";

const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Arrow keys move through the suggestions, Enter picks one, Escape closes them. The focus stays
 *  in the input. */
export function Combobox<O extends ComboboxOption>({
  value,
  onValueChange,
  listLabel,
  options,
  onPick,
  emptyText,
  opensOnFocus = false,
  footer,
  onFocus,
  ...rest
}: ComboboxProps<O>) {
  const listId = useId();
  const suggestions = useSuggestions(listId, options, onPick, emptyText !== undefined);
  const { requested, active, begin, close, pick, onKeyDown } = suggestions;
  const open = requested && options.length > 0;
  const isEmpty = requested && options.length === 0 && emptyText !== undefined;
  const count = `${options.length} ${options.length === 1 ? "suggestion" : "suggestions"}`;
  return (
    <div
      className="relative"
      data-escape={open || isEmpty || undefined}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && close()
      }
    >
      <TextInput
        {...rest}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
        autoComplete="off"
        value={value}
        onFocus={(event) => {
          if (opensOnFocus) begin();
          onFocus?.(event);
        }}
        // A tap on the focused input opens them again, after Escape or a choice.
        onClick={() => opensOnFocus && !open && begin()}
        onChange={({ target }) => {
          begin();
          onValueChange(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="sr-only">
        {open ? count : isEmpty ? emptyText : ""}
      </p>
      {isEmpty && (
        <p aria-hidden="true" className={cx(POPUP, "px-4 py-3 text-sm text-muted-foreground")}>
          {emptyText}
        </p>
      )}
      {open && (
        <Suggestions
          listId={listId}
          label={listLabel}
          options={options}
          active={active}
          onPick={pick}
          footer={footer}
        />
      )}
    </div>
  );
}

/** Whether the suggestions are open, and which one the arrow keys have reached. */
function useSuggestions<O extends ComboboxOption>(
  listId: string,
  options: readonly O[],
  onPick: (option: O) => void,
  hasEmptyText: boolean,
) {
  const [requested, setRequested] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const open = requested && options.length > 0;
  const active = open ? options.findIndex(({ id }) => id === activeId) : -1;

  const show = (isWanted: boolean) => {
    setRequested(isWanted);
    setActiveId(null);
  };
  const close = () => show(false);
  const pick = (option: O) => {
    onPick(option);
    close();
  };
  /** Cycles from the input through the suggestions and back. */
  const move = (step: 1 | -1) => {
    setRequested(true);
    const places = options.length + 1;
    const next = (active + 1 + step + places) % places;
    setActiveId(options[next - 1]?.id ?? null);
    document.getElementById(optionId(listId, next - 1))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const chosen = options[active];
    if (key === "ArrowDown" || key === "ArrowUp") move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Escape" && (open || (requested && hasEmptyText))) close();
    else if (key === "Enter" && chosen) pick(chosen);
    else return;
    event.preventDefault();
  };
  return { requested, active, begin: () => show(true), close, pick, onKeyDown };
}

interface SuggestionsProps<O extends ComboboxOption> {
  listId: string;
  label: string;
  options: readonly O[];
  /** The position of the option that the arrow keys have reached; -1 for none. */
  active: number;
  onPick: (option: O) => void;
  footer: ReactNode;
}

function Suggestions<O extends ComboboxOption>(props: SuggestionsProps<O>) {
  const { listId, label, options, active, onPick, footer } = props;
  return (
    <div className={cx(POPUP, "max-h-76 overflow-auto p-[.4rem]")}>
      <div id={listId} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see the input
          <div
            key={option.id}
            id={optionId(listId, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cx(
              "flex min-h-11 cursor-pointer items-center gap-3 rounded-[.6rem] px-3 py-[.4rem] hover:bg-surface-2",
              index === active && "bg-surface-2",
            )}
            // The input keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(option)}
          >
            <span aria-hidden="true" className="flex-none text-muted-foreground">
              {option.icon}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <b className="leading-tight">{option.label}</b>{" "}
              {option.detail && (
                <span className="block text-sm leading-tight text-muted-foreground">
                  {option.detail}
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
      {footer && <p className="px-3 pt-2 pb-1 text-xs text-muted-foreground">{footer}</p>}
    </div>
  );
}
