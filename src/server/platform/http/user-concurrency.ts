// Limits how many operations of one person run at the same time in this process.
import type { DomainError } from "../../../domain/errors.ts";

/**
 * @returns a function that runs the work of `owner`, and throws the error of `refuse` while `most`
 * operations of the owner are running
 */
export function limitPerUser(most: number, refuse: () => DomainError) {
  const inFlight = new Map<string, number>();
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const others = inFlight.get(owner) ?? 0;
    if (others >= most) throw refuse();
    inFlight.set(owner, others + 1);
    try {
      return await work();
    } finally {
      const left = (inFlight.get(owner) ?? 1) - 1;
      if (left > 0) inFlight.set(owner, left);
      else inFlight.delete(owner);
    }
  };
}
