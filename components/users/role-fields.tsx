import { Checkbox, Stack } from "@mantine/core";
import { ROLES, type Role } from "#lib/auth/contract.ts";

const WORDS: Record<Role, { label: string; description: string }> = {
  operator: { label: "Operator", description: "reads, assigns, comments, asks" },
  approver: { label: "Approver", description: "also signs, never own requests" },
  admin: { label: "Admin", description: "edits policies, users and tokens; signs only if also an approver" },
};

type RoleFieldsProps = { value: Role[]; onChange: (roles: Role[]) => void };

export function RoleFields({ value, onChange }: RoleFieldsProps) {
  return (
    <Checkbox.Group
      description="Approver and admin need another admin's sign-off once there are two admins, and count 60 s later."
      label="Roles"
      onChange={(chosen) => onChange(ROLES.filter((role) => chosen.includes(role)))}
      value={value}
    >
      <Stack gap="xs" mt="xs">
        {ROLES.map((role) => (
          <Checkbox description={WORDS[role].description} key={role} label={WORDS[role].label} value={role} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
