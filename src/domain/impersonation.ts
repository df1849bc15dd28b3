// Names that pass for Caydrive or its team (product.md, Accounts). Real surnames such as "Staff" or "Driver" stay possible.
import { PRODUCT_NAME } from "./brand.ts";

/** Letters and digits that are drawn in place of a Latin letter. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [
    ["a", "4@аαɑ"],
    ["c", "сϲ"],
    ["d", "ԁ"],
    ["e", "3еεё"],
    ["i", "1l|!іιıӏ"],
    ["k", "кκ"],
    ["m", "м"],
    ["n", "п"],
    ["o", "0оο"],
    ["p", "рρ"],
    ["r", "г"],
    ["s", "5$ѕ"],
    ["t", "7тτ"],
    ["u", "υս"],
    ["v", "νѵ"],
    ["x", "хχ"],
    ["y", "уүγ"],
  ].flatMap(([latin = "", others = ""]) => [...others].map((other) => [other, latin])),
);

const INVISIBLE_OR_MARK = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** The words of a name by how they look: without case, accents, fonts and lookalikes. */
const wordsOf = (name: string): string[] =>
  [...name.normalize("NFKD").replace(INVISIBLE_OR_MARK, "").toLowerCase()]
    .map((character) => LOOKALIKES[character] ?? character)
    .join("")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const lookOf = (word: string): string => wordsOf(word).join("");

const BRAND = lookOf(PRODUCT_NAME);
/** Nobody's name, whether alone or beside another word. */
const ROLES = new Set(
  [
    PRODUCT_NAME,
    "admin",
    "admins",
    "administration",
    "administrator",
    "administrators",
    "adminteam",
    "customercare",
    "customerhelp",
    "customerservice",
    "customerservices",
    "customersupport",
    "helpcenter",
    "helpcentre",
    "helpdesk",
    "moderator",
    "moderators",
    "official",
    "staffmember",
    "staffteam",
    "support",
    "supportdesk",
    "supportteam",
    "sysadmin",
    "trustandsafety",
    "webmaster",
  ].map(lookOf),
);
/** A surname, but no first name. */
const STAFF = lookOf("staff");

/** Whether some of the words, one after the other, spell a term: "Help" and "Desk", "s u p p o r t". */
function spellsRole(words: readonly string[]): boolean {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) if (ROLES.has(words.slice(from, to).join(""))) return true;
  return false;
}

export function impersonatesUs({ first_name, last_name }: { first_name: string; last_name: string }): boolean {
  const first = wordsOf(first_name);
  const last = wordsOf(last_name);
  return (
    [first, last].some((words) => words.join("").includes(BRAND)) ||
    first.includes(STAFF) ||
    spellsRole([...first, ...last])
  );
}
