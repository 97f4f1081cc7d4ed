import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  EditPolicyAnswer,
  EditPolicyInput,
  GivenFields,
  PolicyDetail,
  PolicyList,
  PolicyPreview,
  SignRevisionAnswer,
  SignRevisionInput,
} from "#lib/policies/contract.ts";
import { getJson, postJson, putJson } from "../api.ts";

const pathOf = (kind: string, what = "") => `/api/policies/${encodeURIComponent(kind)}${what}`;

export const policyQueries = {
  all: ["policies"] as const,

  list: () =>
    queryOptions({
      queryKey: [...policyQueries.all, "list"] as const,
      queryFn: ({ signal }) => getJson<PolicyList>("/api/policies", signal),
    }),

  detail: (kind: string) =>
    queryOptions({
      queryKey: [...policyQueries.all, "detail", kind] as const,
      queryFn: ({ signal }) => getJson<PolicyDetail>(pathOf(kind), signal),
    }),

  /** Changes nothing; asked for anew whenever a policy is saved, so that its numbers are never those of an older one. */
  preview: (kind: string, fields: GivenFields) =>
    queryOptions({
      queryKey: [...policyQueries.all, "preview", kind, fields] as const,
      queryFn: () => postJson<PolicyPreview>(pathOf(kind, "/preview"), { fields }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
};

export const policyCalls = {
  save: (kind: string, input: EditPolicyInput) => putJson<EditPolicyAnswer>(pathOf(kind), input),
  sign: (kind: string, input: SignRevisionInput) => postJson<SignRevisionAnswer>(pathOf(kind, "/sign-offs"), input),
};
