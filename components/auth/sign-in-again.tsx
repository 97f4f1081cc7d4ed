"use client";

import { PasswordInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { signInAgain } from "#lib/client/sign-in-again.ts";
import { usePerson } from "../layout/person/person-context.tsx";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Notice } from "../reviews/notices/notice.tsx";
import classes from "./sign-in-again.module.css";

/** Inside the dialog whose decision was refused because the session had ended: what was typed there stays. */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { email } = usePerson();
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (isBusy || password === "") return;
    setBusy(true);
    const problem = await signInAgain(email, password);
    if (problem === null) onSignedIn();
    else setError(problem);
    setBusy(false);
  };
  // No form of its own: it stands in the dialog's.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };
  return (
    <Notice icon={<IconLock />} title="Your session has ended.">
      Nothing of yours was recorded, and what you wrote is still here. Sign in as {email}, and your decision is
      submitted.
      <div className={classes.form}>
        <PasswordInput
          autoComplete="current-password"
          autoFocus
          error={error}
          label="Password"
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={press}
          value={password}
        />
        <BusyButton isBusy={isBusy} onClick={() => void submit()} type="button">
          Sign in and submit
        </BusyButton>
      </div>
    </Notice>
  );
}
