// The entries on the page that the server does not have yet, by id.
import { createContext } from "react";
import type { UnsentEntry } from "../../../session/phone-store.ts";

export const UnsentContext = createContext<ReadonlyMap<string, UnsentEntry>>(new Map());
