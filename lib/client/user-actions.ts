import type { Role } from "#lib/auth/contract.ts";
import type {
  ChangeRolesAnswer,
  InviteUserInput,
  SignRoleChangeAnswer,
  SignRoleChangeInput,
  UserLink,
  UserStateAnswer,
} from "#lib/users/contract.ts";
import { postJson, putJson } from "./api.ts";

const pathOf = (id: string, what: string) => `/api/users/${encodeURIComponent(id)}/${what}`;

export const userActions = {
  invite: (input: InviteUserInput) => postJson<UserLink>("/api/users", input),
  changeRoles: (id: string, roles: Role[], seen: Role[]) =>
    putJson<ChangeRolesAnswer>(pathOf(id, "roles"), { roles, seen }),
  sign: (id: string, input: SignRoleChangeInput) => postJson<SignRoleChangeAnswer>(pathOf(id, "sign-offs"), input),
  makeLink: (id: string) => postJson<UserLink>(pathOf(id, "links"), {}),
  disable: (id: string) => postJson<UserStateAnswer>(pathOf(id, "disable"), {}),
  enable: (id: string) => postJson<UserStateAnswer>(pathOf(id, "enable"), {}),
};
