// Searches the FAQ: an entry matches if its question and answer contain every word.
import type { FaqGroup } from "./faq-entries.ts";

/** Lower case, without accents and curly quotation marks, as people type. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .toLowerCase();

/** The groups with their matching entries, without empty groups. An empty search finds all. */
export function searchFaq(groups: readonly FaqGroup[], search: string): FaqGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ question, answer }) => {
        const text = plain([question, ...answer].join(" "));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
