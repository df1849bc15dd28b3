// Detects names that pass for Caydrive or its team (product.md, Accounts). Surnames such as "Staff"
// or "Driver" are allowed.
import { PRODUCT_NAME } from "../brand.ts";

const LATIN = "abcdefghijklmnopqrstuvwxyz";

/**
 * Characters that look like a Latin letter; no refused word contains j, q, x or z. A capital is
 * listed if it resembles a different letter than its lower case does.
 */
const LOOKALIKES: readonly (readonly [latin: string, others: string])[] = [
  ["a", "4@аαΑɑ"],
  ["b", "вβΒ"],
  ["c", "сϲϹς"],
  ["d", "ԁ"],
  ["e", "3еεΕёΣ"],
  ["f", "ғ"],
  ["g", "ɡ"],
  ["h", "нһΗ"],
  ["i", "1l|!іιΙıɩӏ"],
  ["k", "кκΚ"],
  ["m", "мΜ"],
  ["n", "пηΝ"],
  ["o", "0оοΟσ"],
  ["p", "рρΡ"],
  ["r", "г"],
  ["s", "5$ѕ"],
  ["t", "7тτΤ"],
  ["u", "υսμ"],
  ["v", "νѵ"],
  ["w", "ԝωѡ"],
  ["y", "уүγΥ"],
];

const alphabetFrom = (first: number): string =>
  [...LATIN].map((_, index) => String.fromCodePoint(first + index)).join("");
/**
 * Whole alphabets that Unicode does not decompose into letters: small capitals, white letters on
 * black, and flags.
 */
const ALPHABETS = [
  "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ",
  alphabetFrom(0x1f150),
  alphabetFrom(0x1f170),
  alphabetFrom(0x1f1e6),
];

const LATIN_FOR = new Map([
  ...ALPHABETS.flatMap((alphabet) =>
    [...alphabet].map((other, index) => [other, LATIN.charAt(index)] as const),
  ),
  ...LOOKALIKES.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
]);
const withLatin = (text: string): string =>
  [...text].map((character) => LATIN_FOR.get(character) ?? character).join("");

const INVISIBLE_OR_MARK = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** The words of a name as they look: without case, accents, special fonts and lookalikes. */
function splitWords(name: string): string[] {
  const plain = withLatin(name).normalize("NFKD").replace(INVISIBLE_OR_MARK, "");
  return withLatin(withLatin(plain).toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const toSkeleton = (word: string): string => splitWords(word).join("");

const BRAND = toSkeleton(PRODUCT_NAME);
/** The topics of a company's teams. Next to "Team" or "Desk", none is a person's name. */
const TOPICS = [
  "account",
  "accounts",
  "billing",
  "booking",
  "bookings",
  "customer",
  "fraud",
  "help",
  "moderation",
  "payment",
  "payments",
  "payout",
  "payouts",
  "refund",
  "refunds",
  "reservation",
  "reservations",
  "safety",
  "security",
  "staff",
  "trust",
  "verification",
];
const GROUPS = ["team", "desk", "center", "centre", "department", "service", "services"];
/** Never a person's name, alone or next to another word. */
const ROLES = new Set(
  [
    ...TOPICS.flatMap((topic) => [`team${topic}`, ...GROUPS.map((group) => topic + group)]),
    PRODUCT_NAME,
    "admin",
    "admins",
    "administration",
    "administrator",
    "administrators",
    "adminteam",
    "customercare",
    "customerhelp",
    "customersupport",
    "moderator",
    "moderators",
    "official",
    "staffmember",
    "support",
    "supportdesk",
    "supportteam",
    "sysadmin",
    "trustandsafety",
    "trustsafety",
    "webmaster",
  ].map(toSkeleton),
);
/** A surname, but not a first name. */
const STAFF = toSkeleton("staff");

/** Whether consecutive words spell a role: "Help" and "Desk", "s u p p o r t". */
function spellsRole(words: readonly string[]): boolean {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++)
      if (ROLES.has(words.slice(from, to).join(""))) return true;
  return false;
}

const IN_ANOTHER_SCRIPT = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a word mixes Latin with another script, which reveals lookalikes that are not listed. */
const mixesScripts = (name: string): boolean =>
  name
    .normalize("NFKC")
    .replace(INVISIBLE_OR_MARK, "")
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && IN_ANOTHER_SCRIPT.test(word));

export function impersonatesUs({
  first_name,
  last_name,
}: {
  first_name: string;
  last_name: string;
}): boolean {
  const first = splitWords(first_name);
  const last = splitWords(last_name);
  return (
    [first_name, last_name].some(mixesScripts) ||
    [first, last].some((words) => words.join("").includes(BRAND)) ||
    first.includes(STAFF) ||
    spellsRole([...first, ...last])
  );
}
