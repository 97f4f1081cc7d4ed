"use client";

import { Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import {
  type LinkPurpose,
  MAX_PASSWORD_CHARS,
  MIN_PASSWORD_CHARS,
  type SetPasswordProblem,
} from "#lib/auth/contract.ts";
import classes from "./sign-in-form.module.css";

type SetPasswordFormProps = {
  link: { purpose: LinkPurpose; name: string | null; email: string | null } | null;
  problem: SetPasswordProblem | null;
  token: string;
};

const TITLES: Record<LinkPurpose, string> = {
  first_admin: "Make the first admin",
  invitation: "Choose a password",
  reset: "Choose a new password",
};

const PROBLEMS: Record<SetPasswordProblem["error"], string> = {
  link: "This link was used, replaced or is too old. Nothing was changed.",
  person: "Give a name and an e-mail address.",
  password: `The password needs ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters.`,
  taken: "There is an account with this e-mail already.",
};

/** A plain form that posts to a route: it works before, and without, JavaScript. */
export function SetPasswordForm({ link, problem, token }: SetPasswordFormProps) {
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.card}>
        {link === null ? <DeadLink /> : <Fields link={link} problem={problem} token={token} />}
      </Paper>
    </main>
  );
}

function DeadLink() {
  return (
    <Stack gap="md">
      <Title order={1}>This link does not work any more</Title>
      <Text>It was used, replaced by a newer one, or is too old. An admin can make another one.</Text>
      <Anchor href="/sign-in">Go to the sign-in</Anchor>
    </Stack>
  );
}

function Fields({ link, problem, token }: SetPasswordFormProps & { link: NonNullable<SetPasswordFormProps["link"]> }) {
  const isFirst = link.purpose === "first_admin";
  return (
    <form action="/api/auth/set-password" method="post">
      <Stack gap="lg">
        <Title order={1}>{TITLES[link.purpose]}</Title>
        {problem && (
          <div autoFocus className={classes.error} role="alert" tabIndex={-1}>
            {PROBLEMS[problem.error]}
          </div>
        )}
        {link.name !== null && (
          <Text>
            For {link.name}, {link.email}.
          </Text>
        )}
        <input name="token" type="hidden" value={token} />
        {isFirst && (
          <TextInput
            autoComplete="name"
            label="Name"
            maxLength={100}
            name="name"
            required
            size="md"
            withAsterisk={false}
          />
        )}
        {isFirst ? (
          <TextInput
            autoComplete="username"
            label="E-mail"
            name="email"
            required
            size="md"
            type="email"
            withAsterisk={false}
          />
        ) : (
          // Password managers file the password under it.
          <input autoComplete="username" hidden readOnly type="email" value={link.email ?? ""} />
        )}
        <PasswordInput
          autoComplete="new-password"
          description={`At least ${MIN_PASSWORD_CHARS} characters.`}
          label="Password"
          maxLength={MAX_PASSWORD_CHARS}
          minLength={MIN_PASSWORD_CHARS}
          name="password"
          required
          size="md"
          withAsterisk={false}
        />
        <Button fullWidth size="md" type="submit">
          Set the password
        </Button>
      </Stack>
    </form>
  );
}
