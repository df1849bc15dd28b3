// How much of one person's is under way at once, in this process.
import type { DomainError } from "../../../domain/errors.ts";

/** @returns does the work of `owner`; throws what `refuse` makes while `most` of the owner's are under way */
export function openAtOnce(most: number, refuse: () => DomainError) {
  const underWay = new Map<string, number>();
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const others = underWay.get(owner) ?? 0;
    if (others >= most) throw refuse();
    underWay.set(owner, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(owner) ?? 1) - 1;
      if (left > 0) underWay.set(owner, left);
      else underWay.delete(owner);
    }
  };
}
