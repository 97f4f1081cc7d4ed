"use client";

import { Button, Title } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { tokenQueries } from "#lib/client/token-queries.ts";
import { Notice } from "../reviews/notices/notice.tsx";
import { CreateToken } from "./create-token.tsx";
import { TokenRow } from "./token-row.tsx";
import classes from "./tokens.module.css";

/** What machines prove themselves with. */
export function Tokens() {
  const { data, isError, isFetching, refetch } = useQuery(tokenQueries.list());
  return (
    <>
      <Title order={1}>Tokens</Title>
      <p className={classes.intro}>
        Workers in any language call the API with a token.{" "}
        <strong>Tokens can ask and read. They can never approve.</strong>
      </p>
      <CreateToken />
      <Title className={classes.heading} order={2}>
        All tokens
      </Title>
      {isError && (
        <Notice icon={<IconPlugConnectedX />} title="The tokens could not be read.">
          {data ? "What stands here may be old." : "Nothing is known of them right now."}{" "}
          <Button loading={isFetching} onClick={() => void refetch()} size="compact-sm" variant="default">
            Try again
          </Button>
        </Notice>
      )}
      {!data && !isError && <p className={classes.empty}>Reading …</p>}
      {data?.tokens.length === 0 && <p className={classes.empty}>No tokens.</p>}
      {data && data.tokens.length > 0 && (
        <ul className={classes.list}>
          {data.tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </>
  );
}
