// The first element that Tab reaches: skips the header.

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-4 left-4 z-(--z-toast) -translate-y-24 rounded-md bg-surface px-4 py-[.6rem] text-foreground shadow-float focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}
