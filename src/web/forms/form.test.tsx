// What all forms have in common: sending once, and what a refusal does to the focus.
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button, show } from "../../../test/components/screen.tsx";
import { ApiError } from "../api/api.ts";
import { TextField } from "./fields.tsx";
import { FormRefusal } from "./form-errors.ts";
import { Form, SubmitButton } from "./form.tsx";
import { useAppForm } from "./use-app-form.ts";

interface ExampleProps {
  send: () => unknown;
  leaves?: boolean;
  summary?: string;
}

/** A form whose field is disabled while it is sent. */
function Example({ send, leaves = false, summary }: ExampleProps) {
  const [isSending, setSending] = useState(false);
  const form = useAppForm({
    id: "example",
    initial: { name: "" },
    check: ({ name }) => ({ name: name === "" ? "Enter a name." : undefined }),
    leaves,
    send: async () => {
      setSending(true);
      try {
        await send();
      } finally {
        setSending(false);
      }
    },
  });
  return (
    <Form form={form} summary={summary}>
      <TextField form={form} name="name" label="Name" disabled={isSending} />
      <SubmitButton form={form} busyLabel="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

const name = page.getByLabelText("Name");
const taken = new FormRefusal("Nothing was saved.", { name: "This name is taken." });

/** A `send` that waits for its result. */
function holdSend() {
  let settle = Promise.withResolvers<void>();
  return {
    send: () => {
      settle = Promise.withResolvers<void>();
      return settle.promise;
    },
    succeed: () => settle.resolve(),
    refuse: (error: unknown) => settle.reject(error),
  };
}

async function press(): Promise<void> {
  await button("Save").click();
  await expect.element(button("Saving...")).toHaveAttribute("aria-busy", "true");
  await expect.element(name).toBeDisabled();
}

test("moves the focus to the field that the server refuses, each time", async () => {
  const { send, refuse } = holdSend();
  await show(<Example send={send} />);
  await name.fill("Ann");
  const attempt = async () => {
    await press();
    refuse(taken);
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription("This name is taken.");
  };
  await attempt();
  await attempt();
});

test("moves the focus to the summary once the server has refused", async () => {
  const { send, refuse } = holdSend();
  await show(<Example send={send} summary="Please check these:" />);
  await name.fill("Ann");
  await press();
  refuse(taken);
  const summary = page.getByRole("alert").filter({ hasText: "Please check these:" });
  await expect.element(summary).toHaveFocus();
  await expect.element(summary).toMatchTextContent("This name is taken.");
});

test("stays busy while the page is left", async () => {
  const { send, succeed } = holdSend();
  await show(<Example send={send} leaves />);
  await name.fill("Ann");
  await press();
  succeed();
  await expect.element(name).toBeEnabled();
  await expect.element(button("Saving...")).toHaveAttribute("aria-busy", "true");
});

test("can be sent again after the session was over", async () => {
  const { send, succeed, refuse } = holdSend();
  await show(<Example send={send} leaves />);
  await name.fill("Ann");
  await press();
  refuse(new ApiError("unauthenticated", 401));
  await expect.element(button("Save")).not.toHaveAttribute("aria-busy");
  await expect.element(name).toHaveValue("Ann");
  await press();
  succeed();
  await expect.element(name).toBeEnabled();
  await expect.element(button("Saving...")).toBeVisible();
});
