// Where the installed app begins: the home page. Without a network, the worker of trip pages
// answers with the stored trip (public/trip-worker.js).
import { redirect } from "react-router";
import { paths } from "../../paths.ts";

export const loader = () => redirect(paths.home());
