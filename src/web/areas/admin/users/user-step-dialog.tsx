// Asks for confirmation before a role or suspension changes, and explains the consequences.
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import type { AdminRole } from "../../../../domain/person/roles.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SuspendDialog } from "./suspend-dialog.tsx";
import { TripsOnHold } from "./trips-on-hold.tsx";
import { useUserStep, type PersonStep, type UserStep } from "./use-admin-users.ts";

export interface UserStepDialogProps {
  person: AdminUser;
  step: UserStep;
  /** Called after a cancellation, a success, or a change that is no longer possible. */
  onClose: () => void;
}

export const UserStepDialog = ({ step, ...props }: UserStepDialogProps) =>
  step.kind === "suspend" ? <SuspendDialog {...props} /> : <StepDialog {...props} step={step} />;

function StepDialog({
  person,
  step,
  onClose,
}: Omit<UserStepDialogProps, "step"> & { step: PersonStep }) {
  const { user } = useSession();
  const changing = useUserStep(person, step, onClose);
  const busy = changing.isPending;
  const { title, text, label, takes } = describeStep(person, step, person.id === user?.id);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={takes ? "destructive" : "default"}
            busy={busy}
            busyLabel="One moment..."
            onClick={() => changing.mutate()}
          >
            {label}
          </Button>
        </>
      }
    >
      {(step.kind === "lift" || step.kind === "lift_ban") && <TripsOnHold person={person} />}
    </Dialog>
  );
}

interface StepText {
  title: string;
  text: string;
  label: string;
  /** Whether the step takes a right away. */
  takes: boolean;
}

const MAKE_ADMIN: Record<AdminRole, string> = {
  support: "Make a Support Admin",
  finance: "Make a Finance Admin",
  owner: "Make an Owner",
};

const SECOND_OWNER = " If there's another owner, they confirm it first.";

const ADMIN_RIGHTS: Record<AdminRole, string> = {
  support:
    "see everyone's data, answer support cases, verify drivers, review listings and reviews, decide on bookings and suspend people",
  finance: "see everyone's data and the money, make refunds, and download and settle payouts",
  owner: "do everything in the admin area, and change roles and settings",
};

function describeStep(
  { first_name, last_name, admin_role }: AdminUser,
  step: PersonStep,
  isSelf: boolean,
): StepText {
  const name = `${first_name} ${last_name}`;
  if (step.kind === "lift_ban")
    return {
      title: "Allow Bookings Again",
      text: `A bank took back a payment that ${name} made, so ${first_name} can't book. This lets ${first_name} book again.`,
      label: "Allow Bookings",
      takes: false,
    };
  if (step.kind === "lift")
    return {
      title: "Lift Suspension",
      text: `${name} can sign in again. Their listings stay off until they activate them.`,
      label: "Lift Suspension",
      takes: false,
    };
  if (step.kind === "sign_out")
    return {
      title: "Sign Out Everywhere",
      text: isSelf
        ? "You stay signed in here, and are signed out on all other devices."
        : `${name} is signed out on all devices, and can sign in again.`,
      label: "Sign Out Everywhere",
      takes: true,
    };
  if (step.role === "host")
    return step.granted
      ? {
          title: "Make a Host",
          text: `${name} can list cars.`,
          label: "Make a Host",
          takes: false,
        }
      : {
          title: "Remove Host Role",
          text: `${name} can't open the host area. Their listings are hidden. Existing bookings are not cancelled.`,
          label: "Remove Host Role",
          takes: true,
        };
  return step.granted
    ? {
        title: MAKE_ADMIN[step.role],
        text: `${name} can ${ADMIN_RIGHTS[step.role]}.${admin_role ? " This replaces their current admin role." : ""}${SECOND_OWNER}`,
        label: MAKE_ADMIN[step.role],
        takes: false,
      }
    : {
        title: "Remove Admin Role",
        text: isSelf
          ? `This is your own role. You'll leave the admin area, and only an owner can let you back in.${SECOND_OWNER}`
          : `${name} can't open the admin area any more.${SECOND_OWNER}`,
        label: "Remove Admin Role",
        takes: true,
      };
}
