// Searches the FAQ. An entry matches if each search term is the beginning of one of its words, so
// that "late" does not find "plate".
import type { FaqGroup } from "./faq-entries.ts";
import type { FaqEntry } from "./faq-entry.ts";

/** Lower-case words without accents and curly apostrophes, as people type. */
const toWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’]/g, "'")
    .toLowerCase()
    .split(/[^\p{L}\p{N}$%']+/u)
    .filter(Boolean);

const readEntry = ({ question, answer, keywords = "" }: FaqEntry): string =>
  [question, ...answer, keywords].join(" ");

/** The groups with their matching entries, without empty groups. A blank search finds all. */
export function searchFaq(groups: readonly FaqGroup[], search: string): FaqGroup[] {
  const terms = toWords(search);
  if (terms.length === 0 && search.trim() !== "") return [];
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => {
        const words = toWords(readEntry(entry));
        return terms.every((term) => words.some((word) => word.startsWith(term)));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
