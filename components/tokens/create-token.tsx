"use client";

import { Checkbox, NativeSelect, Paper, TextInput, Title } from "@mantine/core";
import { IconQuestionMark } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { ApiProblem, isRefusal } from "#lib/client/api.ts";
import { type NewToken, tokenCalls, tokenQueries } from "#lib/client/token-queries.ts";
import { SCOPES } from "#lib/tokens/contract.ts";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Notice } from "../reviews/notices/notice.tsx";
import { NewSecret } from "./new-secret.tsx";
import { SCOPE_WORDS } from "./scope-words.ts";
import classes from "./tokens.module.css";

const LIFETIMES = [
  { value: "90", label: "In 90 days" },
  { value: "30", label: "In 30 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];

/** The secret is kept by this page alone, and only until it is said to be stored. */
export function CreateToken() {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const creation = useMutation({
    mutationFn: tokenCalls.create,
    networkMode: "always",
    gcTime: 0,
    // Not waited for: what became of the token is known, whether or not the list can be read.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tokenQueries.all }),
  });
  const problem = creation.error instanceof ApiProblem ? creation.error.problem : null;
  useEffect(() => {
    if (problem?.field !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);

  if (creation.data) return <NewSecret created={creation.data} onStored={creation.reset} />;
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!creation.isPending) creation.mutate(readForm(new FormData(event.currentTarget)));
  };
  // The sentence begins with the name of the field, which stands above it here.
  const errorOf = (field: string) =>
    problem?.field?.split(".")[0] === field ? problem.detail.replace(/^[\w.]+: /, "") : null;
  return (
    <Paper className={classes.panel} withBorder>
      <Title order={2}>New token</Title>
      <form className={classes.form} noValidate onSubmit={create} ref={form}>
        <TextInput
          autoComplete="off"
          description="Actions name it as their worker. No white space."
          error={errorOf("name")}
          label="Name"
          maxLength={60}
          name="name"
        />
        <Checkbox.Group defaultValue={["actions"]} error={errorOf("scopes")} label="What it may do">
          <div className={classes.scopes}>
            {SCOPES.map((scope) => (
              <Checkbox
                description={SCOPE_WORDS[scope].means}
                key={scope}
                label={SCOPE_WORDS[scope].label}
                name="scopes"
                value={scope}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect data={LIFETIMES} error={errorOf("expiresInDays")} label="Expires" name="expiresInDays" />
        {creation.isError && !isRefusal(creation.error) && (
          <Notice catchesFocus icon={<IconQuestionMark />} title="No answer came.">
            If the token was made, it stands below and nobody has its secret: revoke it, and make another.
          </Notice>
        )}
        {problem !== null && problem.field === undefined && isRefusal(creation.error) && (
          <Notice catchesFocus icon={<IconQuestionMark />} title={problem.title}>
            {problem.detail} No token was made.
          </Notice>
        )}
        <div>
          <BusyButton isBusy={creation.isPending} type="submit">
            {creation.isPending ? "Creating …" : "Create token"}
          </BusyButton>
        </div>
      </form>
    </Paper>
  );
}

function readForm(given: FormData): NewToken {
  const text = (field: string) => given.getAll(field).find((value) => typeof value === "string") ?? "";
  const days = text("expiresInDays");
  const chosen = new Set(given.getAll("scopes"));
  return {
    name: text("name").trim(),
    scopes: SCOPES.filter((scope) => chosen.has(scope)),
    expiresInDays: days === "" ? null : Number(days),
  };
}
