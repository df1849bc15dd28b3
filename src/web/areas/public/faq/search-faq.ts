// Which questions a search finds: those that hold every word of it, in the question or the answer.
import type { FaqGroup } from "./entries.ts";

/** Lower case, without accents and curly quotation marks: as people type. */
const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').toLowerCase();

/** The groups with what was found in them; one in which nothing was found is left out. All of them for an empty search. */
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
