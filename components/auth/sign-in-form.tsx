"use client";

import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import type { SignInProblem } from "#lib/auth/contract.ts";
import { EnvironmentName } from "../layout/shell/environment-name.tsx";
import { Time } from "../ui/time.tsx";
import classes from "./sign-in-form.module.css";

type SignInFormProps = {
  email: string;
  environment: string | null;
  error: SignInProblem | null;
  next: string | null;
  version: string;
};

/** A plain form that posts to a route: it works before, and without, JavaScript. */
export function SignInForm({ email, environment, error, next, version }: SignInFormProps) {
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.card}>
        <form action="/api/auth/sign-in" method="post">
          <Stack gap="lg">
            <div className={classes.name}>
              <Title order={1}>Sign in to Notwice</Title>
              <EnvironmentName name={environment} />
            </div>
            {error && <SignInErrorSummary error={error} />}
            <TextInput
              autoComplete="username"
              autoFocus={error === null}
              defaultValue={email}
              inputMode="email"
              label="E-mail"
              name="email"
              required
              size="md"
              type="email"
              withAsterisk={false}
            />
            <PasswordInput
              autoComplete="current-password"
              label="Password"
              name="password"
              required
              size="md"
              withAsterisk={false}
            />
            {next !== null && <input name="next" type="hidden" value={next} />}
            <Button fullWidth size="md" type="submit">
              Sign in
            </Button>
            {next !== null && (
              <Text c="dimmed" className={classes.next} size="sm">
                After signing in you go on to: {next}
              </Text>
            )}
          </Stack>
        </form>
      </Paper>
      <Text c="dimmed" className={classes.footer} size="xs">
        Notwice {version}. Nothing goes out twice unless a person signs.
      </Text>
    </main>
  );
}

function SignInErrorSummary({ error }: { error: SignInProblem }) {
  return (
    <div autoFocus className={classes.error} role="alert" tabIndex={-1}>
      <SignInErrorText error={error} />
    </div>
  );
}

function SignInErrorText({ error }: { error: SignInProblem }) {
  switch (error.error) {
    case "wrong":
      return "E-mail or password is wrong.";
    case "disabled":
      return "This account is disabled. An admin can enable it again.";
    case "wait":
      return (
        <>
          Too many tries. Next try at <Time at={error.until} clockOnly />.
        </>
      );
  }
}
