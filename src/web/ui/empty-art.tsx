// The images of empty states: nothing planned yet, and a search without results.
import plans from "../assets/empty-plans.svg";
import search from "../assets/empty-search.svg";

const PICTURES = { plans, search };

export function EmptyArt({ of }: { of: keyof typeof PICTURES }) {
  return <img src={PICTURES[of]} alt="" width={480} height={360} className="h-auto w-full" />;
}
