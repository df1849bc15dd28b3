// The errors about message templates.

/** Each code with its details. */
export interface TemplateErrorDetails {
  template_variable_unknown: { names: string[] };
  too_many_templates: { limit: number };
}
