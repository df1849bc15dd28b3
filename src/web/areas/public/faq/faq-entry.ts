// A question of the FAQ and its answer.

export interface FaqEntry {
  /** The id of its element, for links: it stays the same when the text changes. */
  id: string;
  question: string;
  /** The paragraphs. */
  answer: readonly string[];
  link?: { to: string; label: string };
  /** Other words that people search for. */
  keywords?: string;
}
