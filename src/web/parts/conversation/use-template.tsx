// Writes one of the host's templates, filled in for the booking, into the message box.
import { useApi } from "../../api/use-api.ts";
import { Select } from "../../ui/form/controls.tsx";

export interface UseTemplateProps {
  conversationId: string;
  onChoose: (text: string) => void;
}

/** Renders nothing while loading, or if there is no template. */
export function UseTemplate({ conversationId, onChoose }: UseTemplateProps) {
  const { data } = useApi("GET /api/conversations/{id}/templates", {
    params: { id: conversationId },
  });
  const templates = data?.templates ?? [];
  if (templates.length === 0) return null;
  return (
    <Select
      aria-label="Use a template"
      value=""
      className="sm:max-w-72"
      onChange={({ target }) => {
        const chosen = templates.find(({ id }) => id === target.value);
        if (chosen) onChoose(chosen.text);
      }}
    >
      <option value="">Use a template</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
