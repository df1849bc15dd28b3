// The current fees as text, for the pages that explain them.
import { formatUsd } from "../../../domain/text/format.ts";
import {
  HOST_SHARE_BASIS_POINTS,
  PROCESSING_FEE_CENTS,
  SERVICE_FEE_BASIS_POINTS,
} from "../../../domain/money/rates.ts";

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** "10%" */
export const SERVICE_FEE = percent(SERVICE_FEE_BASIS_POINTS);
/** "$2.99" */
export const PROCESSING_FEE = formatUsd(PROCESSING_FEE_CENTS);
/** "85%" */
export const HOST_SHARE = percent(HOST_SHARE_BASIS_POINTS);
/** "15%" */
export const PLATFORM_SHARE = percent(10_000 - HOST_SHARE_BASIS_POINTS);
