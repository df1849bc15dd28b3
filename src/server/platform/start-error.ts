// What a start ends with when a person has to do something about it: printed as one sentence, without a stack.

/** The start failed for a reason that a person can act on. */
export class StartError extends Error {
  override readonly name = "StartError";
}
