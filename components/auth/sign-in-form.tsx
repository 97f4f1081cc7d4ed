"use client";

import { Button, Divider, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import type { SignInProblem } from "#lib/auth/contract.ts";
import { EnvironmentName } from "../layout/shell/environment-name.tsx";
import { SignInProblemText } from "./sign-in-problem-text.tsx";
import classes from "./sign-in-form.module.css";

type SignInFormProps = {
  email: string;
  environment: string | null;
  error: SignInProblem | null;
  /** Comes from a link that set one. */
  hasNewPassword: boolean;
  next: string | null;
  /** What the button to the provider says; null: there is none. */
  provider: string | null;
  version: string;
};

/** A plain form that posts to a route: it works before, and without, JavaScript. */
export function SignInForm({ email, environment, error, hasNewPassword, next, provider, version }: SignInFormProps) {
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.card}>
        <form action="/api/auth/sign-in" method="post">
          <Stack gap="lg">
            <div className={classes.name}>
              <Title order={1}>Sign in to Notwice</Title>
              <EnvironmentName name={environment} />
            </div>
            {error && <SignInErrorSummary error={error} provider={provider} />}
            {hasNewPassword && !error && <Text role="status">Your password is set. Sign in with it.</Text>}
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
        {provider !== null && <ProviderLink name={provider} next={next} />}
      </Paper>
      <Text c="dimmed" className={classes.footer} size="xs">
        Notwice {version}. Nothing goes out twice unless a person signs.
      </Text>
    </main>
  );
}

/** A link: browsers stop a form that leads to another site. */
function ProviderLink({ name, next }: { name: string; next: string | null }) {
  const query = next === null ? "" : `?${new URLSearchParams({ next })}`;
  return (
    <>
      <Divider label="or" my="md" />
      <Button component="a" fullWidth href={`/api/auth/provider${query}`} size="md" variant="default">
        Sign in with {name}
      </Button>
    </>
  );
}

function SignInErrorSummary({ error, provider }: { error: SignInProblem; provider: string | null }) {
  return (
    <div autoFocus className={classes.error} role="alert" tabIndex={-1}>
      <SignInProblemText problem={error} provider={provider ?? "the sign-in provider"} />
    </div>
  );
}
