// How errors get to the fields of a form, and how long they stay.
import { expect, test } from "vitest";
import { ApiError } from "../api/api.ts";
import {
  assignErrors,
  describeFieldErrors,
  errorsLeft,
  FormRefusal,
  refusedFields,
} from "./form-errors.ts";

const FIELDS = ["name", "phone", "images"] as const;

test("assigns the errors of body and query to fields, and the first of several", () => {
  const error = new ApiError("invalid_request", 400, {}, [
    { field: "body.name", message: "Name is required." },
    { field: "body.name", message: "Name is too long." },
    { field: "query.phone", message: "Phone must be a number." },
    { field: "body.images.0", message: "Choose photos that you have uploaded here." },
    { field: "body.phone_country", message: "There is no such country." },
  ]);
  expect(assignErrors(refusedFields(error), FIELDS)).toEqual({
    name: "Name is required.",
    phone: "Phone must be a number.",
    images: "Choose photos that you have uploaded here.",
  });
});

test("describes the fields in the server's words", () => {
  const error = new ApiError("invalid_request", 400, {}, [
    { field: "body.name", message: "Name is required." },
    { field: "body.phone", message: "Phone must be a number." },
  ]);
  expect(describeFieldErrors(error)).toBe("Name is required. Phone must be a number.");
  expect(describeFieldErrors(new ApiError("internal", 500))).toBeUndefined();
});

test("takes the errors of a form's own refusal, and none of anything else", () => {
  const refusal = new FormRefusal("Nothing was saved.", { phone: "Choose another.", other: "No." });
  expect(assignErrors(refusedFields(refusal), FIELDS)).toEqual({ phone: "Choose another." });
  expect(refusedFields(new Error("broken"))).toEqual([]);
});

test("drops an error once its field is right, and shows no new ones", () => {
  const attempt = { errors: { name: "Enter a name." }, sent: null };
  const empty = { name: "", phone: "" };
  expect(errorsLeft(attempt, empty, { name: "Enter a name.", phone: "Half typed." })).toEqual({
    name: "Enter a name.",
  });
  expect(errorsLeft(attempt, { ...empty, name: "Ann" }, {})).toEqual({});
});

test("keeps an error that only the server sees until its field changes", () => {
  const sent = { name: "Ann", phone: "1" };
  const attempt = { errors: { name: "This name is taken." }, sent };
  expect(errorsLeft(attempt, { ...sent, phone: "2" }, {})).toEqual(attempt.errors);
  expect(errorsLeft(attempt, { ...sent, name: "Bea" }, {})).toEqual({});
});
