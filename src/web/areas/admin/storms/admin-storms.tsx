// Storms: those that are on, the form that declares one, and past ones.
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { Loaded, None } from "../page-section.tsx";
import { StormPanel } from "./storm-panel.tsx";
import { DeclareForm } from "./declare-form.tsx";
import { useStorms } from "./use-storms.ts";

export const meta = () => pageMeta("Storms, Admin");

export default function AdminStorms() {
  const mayDeclare = mayAsAdmin("decide_bookings", useSession());
  const storms = useStorms();
  return (
    <>
      <h1 className="text-2xl">Storm mode</h1>
      <Loaded what="The storms" query={storms}>
        {({ storms: all }) => (
          <>
            {all.length === 0 && <None>No storms yet.</None>}
            {all
              .filter(({ ended_at }) => ended_at === null)
              .map((storm) => (
                <StormPanel key={storm.id} storm={storm} />
              ))}
            {mayDeclare && <DeclareForm />}
            {all
              .filter(({ ended_at }) => ended_at !== null)
              .map((storm) => (
                <StormPanel key={storm.id} storm={storm} />
              ))}
          </>
        )}
      </Loaded>
    </>
  );
}
