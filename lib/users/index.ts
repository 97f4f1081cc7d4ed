export { changeRoles } from "./change-roles.ts";
export { disableUser } from "./disable-user.ts";
export { enableUser } from "./enable-user.ts";
export { inviteUser } from "./invite-user.ts";
export { listUsers } from "./list-users.ts";
export { makeUserLink } from "./make-user-link.ts";
export { readRoleChange, readRoleProposals, type RoleChange } from "./read-role-change.ts";
export { maySignRoleChange } from "./rules/may-sign-role-change.ts";
export { signRoleChange } from "./sign-role-change.ts";
