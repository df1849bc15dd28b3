// An error that ends the start and that a person must act on. It is printed as one sentence,
// without a stack.

export class StartError extends Error {
  override readonly name = "StartError";
}
