"use client";

import { Button } from "@mantine/core";
import { IconBan, IconCircleCheck, IconClockOff } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiProblem } from "#lib/client/api.ts";
import { tokenCalls, tokenQueries } from "#lib/client/token-queries.ts";
import type { Token } from "#lib/tokens/contract.ts";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Time } from "../ui/time.tsx";
import { SCOPE_WORDS } from "./scope-words.ts";
import classes from "./tokens.module.css";

const STATES = {
  active: { tone: "done", icon: <IconCircleCheck />, word: "in force" },
  expired: { tone: "quiet", icon: <IconClockOff />, word: "expired" },
  revoked: { tone: "quiet", icon: <IconBan />, word: "revoked" },
} as const;

export function TokenRow({ token }: { token: Token }) {
  const { tone, icon, word } = STATES[token.state];
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <strong className={classes.name}>{token.name}</strong>
        <Chip icon={icon} tone={tone}>
          {word}
        </Chip>
      </div>
      <dl className={classes.facts}>
        <Fact name="May">{token.scopes.map((scope) => SCOPE_WORDS[scope].label).join(", ")}</Fact>
        <Fact name="Created">
          by {token.createdBy.name}, <Time at={token.createdAt} />
        </Fact>
        <Fact name="Last used">{token.lastUsedAt === null ? "never" : <Time at={token.lastUsedAt} form="age" />}</Fact>
        {token.revokedAt === null ? (
          <Fact name="Expires">{token.expiresAt === null ? "never" : <Time at={token.expiresAt} />}</Fact>
        ) : (
          <Fact name="Revoked">
            <Time at={token.revokedAt} />
          </Fact>
        )}
      </dl>
      {token.state === "active" && <Revoke token={token} />}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Revoke({ token: { id, name } }: { token: Token }) {
  const [isAsked, ask] = useState(false);
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => tokenCalls.revoke(id),
    networkMode: "always",
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tokenQueries.all }),
  });
  if (!isAsked) {
    return (
      <Button className={classes.revoke} onClick={() => ask(true)} variant="default">
        Revoke<span className={classes.hidden}> {name}</span>
      </Button>
    );
  }
  return (
    <div aria-label={`Revoke ${name}`} className={classes.asked} role="group">
      <p className={classes.said}>
        From then on nobody claims or reports with {name}. What its workers are sending now will be judged by the
        reaper.
      </p>
      <div className={classes.ways}>
        <Button autoFocus onClick={() => ask(false)} variant="default">
          Keep it
        </Button>
        <BusyButton isBusy={revocation.isPending} onClick={() => revocation.mutate()}>
          Revoke token
        </BusyButton>
      </div>
      {revocation.isError && (
        <p className={classes.wrong} role="alert">
          {revocation.error instanceof ApiProblem
            ? revocation.error.problem.detail
            : "No answer came. Look again before you rely on it."}
        </p>
      )}
    </div>
  );
}
