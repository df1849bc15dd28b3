// Keeps the address and the open question the same, so that an answer can be shared. It is apart
// from the questions, which are kept as rendered.
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";

export function FollowQuestions({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const linked = document.getElementById(hash.slice(1))?.closest("details");
    if (!linked || linked.open) return;
    linked.open = true;
    linked.scrollIntoView({ block: "center" });
  }, [hash]);
  useEffect(() => {
    const all = box.current;
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement && target.open)) return;
      const opened = `#${target.querySelector("[id]")?.id}`;
      if (opened !== hash)
        void navigate({ search, hash: opened }, { replace: true, preventScrollReset: true });
    };
    // "toggle" does not bubble.
    all?.addEventListener("toggle", follow, true);
    return () => all?.removeEventListener("toggle", follow, true);
  }, [hash, search, navigate]);
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  );
}
