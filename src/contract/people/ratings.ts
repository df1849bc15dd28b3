// The rating of cars, hosts and renters.
import { z } from "zod";

export const ratingSchema = z
  .object({ average: z.number().describe("1 to 5, with at most two decimals."), count: z.int() })
  .meta({ id: "Rating" });
