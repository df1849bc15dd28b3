/** A person's first and last name, or the first alone where the last is not shown. */
export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();
