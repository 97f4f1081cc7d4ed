"use client";

import { Button, Paper, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { CreatedToken } from "#lib/tokens/contract.ts";
import { CopyValue } from "../actions/copy-value.tsx";
import classes from "./tokens.module.css";

type NewSecretProps = { created: CreatedToken; onStored: () => void };

/** Once: the server keeps only the hash. */
export function NewSecret({ created, onStored }: NewSecretProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Paper className={classes.panel} data-secret withBorder>
      <Title order={2} ref={title} tabIndex={-1}>
        The secret of {created.token.name}
      </Title>
      <p className={classes.said}>
        It is shown this once. Store it where the worker reads it; whoever has it can claim and report in its name.
      </p>
      <div className={classes.secret}>
        <CopyValue value={created.secret} what="the secret" />
      </div>
      <div>
        <Button onClick={onStored}>I stored it</Button>
      </div>
    </Paper>
  );
}
