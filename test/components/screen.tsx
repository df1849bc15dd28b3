// Shows a component as the application does, and uses dialogs as a person does.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { createMemoryRouter, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent, type Locator } from "vitest/browser";
import { SessionProvider } from "../../src/web/session/session.ts";
import { Toaster } from "../../src/web/ui/overlay/toaster.tsx";
import { expectNothingSent } from "./fake-api.ts";

/** The open dialog. */
export const dialog = page.getByRole("dialog");
/** The toasts. */
export const messages = page.getByRole("region", { name: "Messages" });

export const button = (name: string | RegExp): Locator => page.getByRole("button", { name });

/**
 * Shows a component on a page of its own; every link leads to a page that shows its address.
 * @param search the query of the page's address, such as "?start_date=2026-07-06"
 */
export async function show(component: ReactNode, search = ""): Promise<void> {
  const router = createMemoryRouter(
    [
      { path: "/here", element: <main id="main">{component}</main> },
      { path: "*", Component: OtherPage },
    ],
    { initialEntries: [`/here${search}`] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    <SessionProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toaster />
    </SessionProvider>,
  );
}

function OtherPage() {
  const { pathname, search } = useLocation();
  return <h1>{pathname + search}</h1>;
}

/** Shows a dialog without its page, behind the button "Open". */
export const showDialog = (dialogOf: (close: () => void) => ReactNode): Promise<void> =>
  show(<Opener dialogOf={dialogOf} />);

function Opener({ dialogOf }: { dialogOf: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && dialogOf(() => setOpen(false))}
    </>
  );
}

/** Expects that Escape and the cancel button close the dialog without a change, and that the
 *  button that opened it has the focus again. */
export async function expectHarmlessExit(opener: Locator, cancel: string): Promise<void> {
  const exits = [
    () => userEvent.keyboard("{Escape}"),
    () => dialog.getByRole("button", { name: cancel }).click(),
  ];
  for (const leave of exits) {
    await opener.click();
    await expect.element(dialog).toBeVisible();
    await leave();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
  expectNothingSent();
}

/** Double-clicks the button that confirms, presses it again while the request is in flight, and
 *  tries to leave. The caller holds the response, and checks that one request was sent. */
export async function confirmTwice(act: string, busy: string): Promise<void> {
  await dialog.getByRole("button", { name: act }).dblClick();
  const working = dialog.getByRole("button", { name: busy });
  await expect.element(working).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Escape}");
  await expect.element(working).toBeVisible();
}

/** The lines of money in the dialog: label and amount. */
export const amounts = (): [string, string][] => {
  const texts = (role: "term" | "definition") =>
    dialog
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  const figures = texts("definition");
  return texts("term").map((label, index) => [label, figures[index] ?? ""]);
};

/** Expects a toast with this text. */
export async function expectMessage(text: string): Promise<void> {
  await expect.element(messages.getByText(text, { exact: false })).toBeVisible();
}
